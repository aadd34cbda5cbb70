import { Value } from 'typebox/value';
import { emailSchema } from '../../../modules/auth/auth.schemas.ts';
import { type Command, getOnly, WrongUsage } from '../command.ts';
import { passwordOptions, readPassword } from '../password.ts';

export const createAdmin: Command = {
  operands: '<email> [--password-stdin]',
  summary: 'makes an account with the role SUPER_ADMIN; its password is made up, or the first line of stdin',
  options: passwordOptions,
  async run({ services, operator }, given) {
    const email = getOnly(given, 'e-mail address');
    if (!Value.Check(emailSchema, email)) throw new WrongUsage(`${email} is not an e-mail address.`);
    const { password, lines } = await readPassword(given);
    const publicId = await services.operators.createAdministrator(operator, { email, password });
    return [`${email} is an administrator now (${publicId}).`, ...lines];
  },
};
