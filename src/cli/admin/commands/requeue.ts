import { Value } from 'typebox/value';
import { calendarMessages, DATE_OR_INSTANT } from '../../../http/calendar-patterns.ts';
import { isPublicId } from '../../../infra/public-id.ts';
import { isWholeNumber } from '../../../infra/setting-forms.ts';
import { bulkReplayBody } from '../../../modules/runs/reruns/reruns.schemas.ts';
import { type Command, getOnly, WrongUsage } from '../command.ts';

export const requeue: Command = {
  operands: '<wrk_…> [--status S] [--from T] [--to T] [--limit N], or <evt_…> alone',
  summary:
    'tries owed runs at once; with --status STORED, FAILED, CANCELLED or COMPLETED also runs those events anew',
  options: {
    status: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    limit: { type: 'string' },
  },
  async run({ services, operator }, given) {
    const id = getOnly(given, 'workflow or event');
    const { status, limit = '100', ...range } = given.options;
    // Not passed over in silence: whoever asks for FAILED alone does not want a document made twice.
    const [option] = Object.keys(given.options);
    if (isPublicId('evt', id)) {
      if (option !== undefined) throw new WrongUsage(`--${option} chooses among the events of a workflow.`);
      const { freed, runs } = await services.requeue.ofEvent(operator, id);
      if (runs > 0) return [`${id} gets a new run.`];
      return [
        freed > 0 ? `${id} is tried again at once.` : `${id} has a run that goes on; it is left alone.`,
      ];
    }
    if (status === undefined && option !== undefined) throw new WrongUsage(`--${option} goes with --status.`);
    const selection = {
      ...range,
      ...(status !== undefined && { status }),
      limit: isWholeNumber(String(limit)) ? Number(limit) : Number.NaN,
    };
    if (!Value.Check(bulkReplayBody, selection)) {
      const [error] = Value.Errors(bulkReplayBody, selection);
      const name = error?.instancePath.slice(1) ?? '';
      throw new WrongUsage(`--${name} ${forms[name] ?? error?.message}.`);
    }
    const { freed, runs, left } = await services.requeue.ofWorkflow(operator, id, selection);
    return [
      `${freed} owed runs are tried again at once, ${runs} events get a new run.`,
      ...(left > 0 ? [`${left} more events match; call this again, or raise --limit (1000 at most).`] : []),
    ];
  },
};

const forms: Readonly<Record<string, string | undefined>> = {
  status: 'must be one of STORED, FAILED, CANCELLED, COMPLETED',
  limit: 'must be a whole number from 1 to 1000',
  from: calendarMessages[DATE_OR_INSTANT],
  to: calendarMessages[DATE_OR_INSTANT],
};
