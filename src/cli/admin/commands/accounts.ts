import { type ApplicationRole, applicationRoles } from '../../../modules/users/user.entity.ts';
import { type Command, getOnly, WrongUsage } from '../command.ts';
import { passwordOptions, readPassword } from '../password.ts';

const ACCOUNT = 'e-mail address or public id of an account';

export const unlock: Command = {
  operands: '<email or id>',
  summary: 'lets a locked account log in again; sessions of before stay ended',
  async run({ services, operator }, given) {
    const id = await services.operators.getAccountId(getOnly(given, ACCOUNT));
    const { email } = await services.adminUsers.unlock(operator, id);
    return [`${email} may log in.`];
  },
};

export const grantRole: Command = {
  operands: '<email or id> <role>',
  summary: `changes an account's role: ${applicationRoles.join(', ')}`,
  async run({ services, operator }, { operands: [account, role, ...more] }) {
    if (account === undefined || role === undefined || more.length > 0) {
      throw new WrongUsage('Give an account and a role.');
    }
    if (!isRole(role)) throw new WrongUsage(`The role is one of ${applicationRoles.join(', ')}.`);
    const id = await services.operators.getAccountId(account);
    const { email } = await services.adminUsers.changeRole(operator, id, role);
    return [`${email} is ${role} now.`];
  },
};

export const resetTwoFactor: Command = {
  operands: '<email or id>',
  summary: 'switches two-factor off for somebody who lost their device',
  async run({ services, operator }, given) {
    const id = await services.operators.getAccountId(getOnly(given, ACCOUNT));
    const { email } = await services.adminUsers.resetTwoFactor(operator, id);
    return [`${email} logs in with the password alone and can set two-factor up anew.`];
  },
};

export const setPassword: Command = {
  operands: '<email or id> [--password-stdin]',
  summary: 'sets a password (made up, or the first line of stdin) and ends all sessions of the account',
  options: passwordOptions,
  async run({ services, operator }, given) {
    const id = await services.operators.getAccountId(getOnly(given, ACCOUNT));
    const { password, lines } = await readPassword(given);
    await services.operators.setPassword(operator, id, password);
    return ['The password is set; all sessions of the account are ended.', ...lines];
  },
};

function isRole(name: string): name is ApplicationRole {
  return (applicationRoles as readonly string[]).includes(name);
}
