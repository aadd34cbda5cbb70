import { type Command, CommandFailed, requireNoOperands } from '../command.ts';

export const rotateKeys: Command = {
  operands: '',
  summary: 're-encrypts two-factor secrets with JWT_SECRET, so that you can remove JWT_PREVIOUS_SECRET',
  async run({ services }, args) {
    requireNoOperands(args);
    const { reEncrypted, unreadable } = await services.reEncryptSecrets();
    const line = `Re-encrypted ${reEncrypted} secrets. ${unreadable} cannot be decrypted.`;
    if (unreadable === 0) return [line];
    const advice =
      'Check that JWT_PREVIOUS_SECRET is the old secret. If it is lost, the affected users log in with a backup code, or you run reset-two-factor.';
    throw new CommandFailed([line, advice]);
  },
};
