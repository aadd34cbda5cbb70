import { Value } from 'typebox/value';
import { isPublicId } from '../../../src/infra/public-id.ts';
import { bulkReplayBody } from '../../../src/modules/runs/reruns/reruns.schemas.ts';
import { type Command, getOnly, WrongUsage } from '../command.ts';

export const requeue: Command = {
  operands: '<wrk_… or evt_…> [--status S] [--from T] [--to T] [--limit N]',
  summary:
    'tries owed runs at once; with --status STORED, FAILED, CANCELLED or COMPLETED also runs those events anew',
  options: {
    status: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    limit: { type: 'string', default: '100' },
  },
  async run({ services, operator }, given) {
    const id = getOnly(given, 'workflow or event');
    if (isPublicId('evt', id)) {
      const { freed } = await services.requeue.ofEvent(operator, id);
      return [freed > 0 ? `${id} is tried again at once.` : `${id} gets a new run.`];
    }
    const selection = { ...given.options, limit: Number(given.options.limit) };
    if (!Value.Check(bulkReplayBody, selection)) {
      const [error] = Value.Errors(bulkReplayBody, selection);
      throw new WrongUsage(`--${error?.instancePath.slice(1)} ${error?.message}.`);
    }
    const { freed, runs, left } = await services.requeue.ofWorkflow(operator, id, selection);
    return [
      `${freed} owed runs are tried again at once, ${runs} events get a new run.`,
      ...(left > 0 ? [`${left} more events match; call this again, or raise --limit (1000 at most).`] : []),
    ];
  },
};
