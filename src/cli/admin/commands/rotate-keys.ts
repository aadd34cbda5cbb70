import { type Command, Failed, requireNothing } from '../command.ts';

export const rotateKeys: Command = {
  operands: '',
  summary: 'seals two-factor secrets anew with JWT_SECRET, so that JWT_PREVIOUS_SECRET can be taken away',
  async run({ services }, given) {
    requireNothing(given);
    const { resealed, unreadable } = await services.resealSecrets();
    const line = `${resealed} secrets are sealed anew, ${unreadable} cannot be read.`;
    if (unreadable === 0) return [line];
    const advice =
      'Their accounts need a backup code, or reset-two-factor. Is JWT_PREVIOUS_SECRET the old secret?';
    throw new Failed([line, advice]);
  },
};
