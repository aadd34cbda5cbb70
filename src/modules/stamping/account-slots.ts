import { DomainError } from '../../errors.ts';

export interface AccountSlotsOptions {
  /** Jobs of one account that run at the same time. */
  perAccount: number;
  /** Jobs of one account that may wait; the next one is rejected. */
  maxWaiting: number;
  /** How long a job waits before it is rejected: a client that reads slowly can hold a slot for a long time. */
  maxWaitMs?: number;
}

/** Limits the stamping jobs of one account, so that no account uses all stamping threads. */
export interface AccountSlots {
  /** Waits for a slot. The result releases it and is idempotent. Throws BUSY, or the signal's reason. */
  acquire(account: string, signal: AbortSignal): Promise<() => void>;
}

interface Account {
  running: number;
  waiting: (() => void)[];
}

export function createAccountSlots({
  perAccount,
  maxWaiting,
  maxWaitMs = 30_000,
}: AccountSlotsOptions): AccountSlots {
  const accounts = new Map<string, Account>();

  const releaser = (name: string, account: Account) => {
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      const next = account.waiting.shift();
      if (next !== undefined) next();
      else account.running -= 1;
      if (account.running === 0) accounts.delete(name);
    };
  };

  return {
    async acquire(name, signal) {
      signal.throwIfAborted();
      const account = accounts.get(name) ?? { running: 0, waiting: [] };
      accounts.set(name, account);
      if (account.running < perAccount) {
        account.running += 1;
        return releaser(name, account);
      }
      if (account.waiting.length >= maxWaiting) {
        throw busy(perAccount);
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      account.waiting.push(resolve);
      const leave = () => {
        const at = account.waiting.indexOf(resolve);
        if (at >= 0) account.waiting.splice(at, 1);
        reject(signal.aborted ? signal.reason : busy(perAccount));
      };
      const giveUp = AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)]);
      giveUp.addEventListener('abort', leave, { once: true });
      try {
        await promise;
      } finally {
        giveUp.removeEventListener('abort', leave);
      }
      return releaser(name, account);
    },
  };
}

function busy(perAccount: number): DomainError {
  return new DomainError(
    'BUSY',
    `This account is already stamping ${perAccount} files. Wait until one is done.`,
  );
}
