import type { EntityManager } from '@mikro-orm/postgresql';
import { Secret } from 'otpauth';
import { hashToken } from '../../../infra/token-hash.ts';

const COUNT = 10;
/** 80 bits per code, so that a fast hash is safe. */
const BYTES = 10;

/** Replaces the backup codes of an account and returns the ten new ones. Only their hashes are stored. */
export async function renewBackupCodes(em: EntityManager, userId: number): Promise<string[]> {
  await em.execute('delete from backup_code where user_id = ?', [userId]);
  const codes = Array.from({ length: COUNT }, () => readable(new Secret({ size: BYTES }).base32));
  for (const code of codes) {
    await em.execute('insert into backup_code (user_id, code_hash) values (?, ?)', [userId, hashOf(code)]);
  }
  return codes;
}

/** Uses a code and returns whether it was valid. Case, dashes and spaces are ignored. */
export async function useBackupCode(em: EntityManager, userId: number, code: string): Promise<boolean> {
  const used = await em.execute<object[]>(
    'delete from backup_code where user_id = ? and code_hash = ? returning id',
    [userId, hashOf(code)],
    'all',
  );
  return used.length > 0;
}

function readable(code: string): string {
  return code.toLowerCase().replaceAll(/(.{4})(?=.)/g, '$1-');
}

function hashOf(code: string): string {
  return hashToken(code.toLowerCase().replaceAll(/[\s-]/g, ''));
}
