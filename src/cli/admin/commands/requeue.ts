import { Value } from 'typebox/value';
import { calendarMessages, DATE_OR_INSTANT } from '../../../http/calendar-patterns.ts';
import { isPublicId } from '../../../infra/public-id.ts';
import { isWholeNumber } from '../../../infra/setting-formats.ts';
import { bulkReplayBody } from '../../../modules/runs/reruns/reruns.schemas.ts';
import { type Command, onlyOperand, UsageError } from '../command.ts';

export const requeue: Command = {
  operands: '<wrk_…> [--status S] [--from T] [--to T] [--limit N], or <evt_…> alone',
  summary:
    'starts pending runs now; with --status STORED, FAILED, CANCELLED or COMPLETED also runs those events again',
  options: {
    status: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    limit: { type: 'string' },
  },
  async run({ services, operator }, args) {
    const id = onlyOperand(args, 'public id of a workflow or an event');
    const { status, limit = '100', ...range } = args.options;
    // An ignored filter would run events again that the operator did not select.
    const [option] = Object.keys(args.options);
    if (isPublicId('evt', id)) {
      if (option !== undefined)
        throw new UsageError(`--${option} selects events of a workflow; it cannot be used with an event.`);
      const { freed, runs } = await services.requeue.ofEvent(operator, id);
      if (runs > 0) return [`Queued a new run of ${id}.`];
      return [
        freed > 0
          ? `The pending run of ${id} starts now.`
          : `${id} has a run in progress; nothing was changed.`,
      ];
    }
    if (status === undefined && option !== undefined) throw new UsageError(`--${option} requires --status.`);
    const selection = {
      ...range,
      ...(status !== undefined && { status }),
      limit: isWholeNumber(String(limit)) ? Number(limit) : Number.NaN,
    };
    if (!Value.Check(bulkReplayBody, selection)) {
      const [error] = Value.Errors(bulkReplayBody, selection);
      const name = error?.instancePath.slice(1) ?? '';
      throw new UsageError(`--${name} ${rules[name] ?? error?.message}.`);
    }
    const { freed, runs, left } = await services.requeue.ofWorkflow(operator, id, selection);
    return [
      `${freed} pending runs start now. ${runs} events get a new run.`,
      ...(left > 0
        ? [`${left} more events match. Run the command again, or raise --limit (1000 at most).`]
        : []),
    ];
  },
};

const rules: Readonly<Record<string, string | undefined>> = {
  status: 'must be one of STORED, FAILED, CANCELLED, COMPLETED',
  limit: 'must be a whole number from 1 to 1000',
  from: calendarMessages[DATE_OR_INSTANT],
  to: calendarMessages[DATE_OR_INSTANT],
};
