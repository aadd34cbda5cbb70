import { realpath, stat } from 'node:fs/promises';

const GROUP_WRITE = 0o020;
const OTHERS_WRITE = 0o002;

/**
 * The real path of a folder that only this account can change. Use it for a folder of programs, code or secrets: another
 * user who could write there would choose what this program runs. Throws an error with advice that names the setting.
 *
 * A folder of root is allowed too, also if a group of this process may write there: volumes of containers are like that.
 */
export async function requireOwnFolder(folder: string, setting: string): Promise<string> {
  const real = await realpath(folder);
  const { uid, gid, mode } = await stat(real);
  const fault = findFault({ uid, gid, mode });
  if (fault === null) return real;
  throw new Error(`The folder ${real} (${setting}) ${fault}`);
}

function findFault({ uid, gid, mode }: { uid: number; gid: number; mode: number }): string | null {
  // Windows has no such permissions.
  if (process.getuid === undefined) return null;
  const me = process.getuid();
  if (uid !== me && uid !== 0) {
    return `belongs to user ${uid}, and this program runs as user ${me}. Use a folder of user ${me}, or change the owner of this one.`;
  }
  if ((mode & OTHERS_WRITE) !== 0) {
    return 'can be changed by every user. Run `chmod o-w` on it, or use a new folder inside it, which the program creates for itself.';
  }
  const isOfContainer = uid === 0 && me !== 0 && process.getgroups?.().includes(gid) === true;
  if ((mode & GROUP_WRITE) !== 0 && !isOfContainer) {
    return `can be changed by the group ${gid}. Run \`chmod g-w\` on it, or use a different folder.`;
  }
  return null;
}
