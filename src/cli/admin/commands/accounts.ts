import { type ApplicationRole, applicationRoles } from '../../../modules/users/user.entity.ts';
import { type Command, onlyOperand, UsageError } from '../command.ts';
import { passwordOptions, readPassword } from '../password.ts';

const ACCOUNT = 'e-mail address or public id of an account';

export const unlock: Command = {
  operands: '<email or id>',
  summary: 'unlocks an account; its earlier sessions stay ended',
  async run({ services, operator }, args) {
    const id = await services.operators.getAccountId(onlyOperand(args, ACCOUNT));
    const { email } = await services.adminUsers.unlock(operator, id);
    return [`${email} is unlocked.`];
  },
};

export const grantRole: Command = {
  operands: '<email or id> <role>',
  summary: `sets the role of an account: ${applicationRoles.join(', ')}`,
  async run({ services, operator }, { operands: [account, role, ...more] }) {
    if (account === undefined || role === undefined || more.length > 0) {
      throw new UsageError('This command takes two operands: an account and a role.');
    }
    if (!isRole(role)) throw new UsageError(`The role must be one of ${applicationRoles.join(', ')}.`);
    const id = await services.operators.getAccountId(account);
    const { email } = await services.adminUsers.changeRole(operator, id, role);
    return [`${email} now has the role ${role}.`];
  },
};

export const resetTwoFactor: Command = {
  operands: '<email or id>',
  summary: 'disables two-factor authentication of an account, for a user who lost the device',
  async run({ services, operator }, args) {
    const id = await services.operators.getAccountId(onlyOperand(args, ACCOUNT));
    const { email } = await services.adminUsers.resetTwoFactor(operator, id);
    return [`${email} logs in with the password alone until two-factor authentication is set up again.`];
  },
};

export const setPassword: Command = {
  operands: '<email or id> [--password-stdin]',
  summary: 'sets a password (generated, or the first line of stdin) and ends all sessions of the account',
  options: passwordOptions,
  async run({ services, operator }, args) {
    const id = await services.operators.getAccountId(onlyOperand(args, ACCOUNT));
    const { password, lines } = await readPassword(args);
    await services.operators.setPassword(operator, id, password);
    return ['The password is set. All sessions of the account have ended.', ...lines];
  },
};

function isRole(name: string): name is ApplicationRole {
  return (applicationRoles as readonly string[]).includes(name);
}
