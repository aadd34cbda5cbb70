import { createHash } from 'node:crypto';
import { NodeError } from '../../../workflows/graph/node-error.ts';
import { passCrashPoint } from '../../infra/crash-points.ts';
import type { Sql } from '../../infra/sql.ts';
import { MAILS_PER_DAY } from '../plans/account-limits.ts';
import { parseRecipients, requireShort, workflowMailLimits } from './workflow-mail-texts.ts';

/** The kind of outgoing_mail. */
export const WORKFLOW_MAIL = 'workflow';

/** A mail of an email node, its texts filled in. */
export interface WorkflowMail {
  runId: string;
  nodeId: string;
  itemIndex: number;
  /** Addresses with commas between. */
  to: string;
  subject: string;
  body: string;
  /** The nodes and items whose documents are attached; documents that were not made are left out. */
  attach: readonly { nodeId: string; itemIndex: number }[];
}

interface QueuedWorkflowMail {
  messageIds: string[];
  recipients: string[];
  documentIds: string[];
}

export interface WorkflowMails {
  /**
   * Queues the mail once for each run, node and item: further calls change nothing. Throws NodeError, also when the
   * account of the workflow is locked or a GUEST: such accounts neither stamp nor send mails. Throws it too, and queues
   * nothing, when the run has queued its most mails or the account those of the day.
   */
  enqueue(mail: WorkflowMail): Promise<QueuedWorkflowMail>;
  /** Returns the same as `enqueue` and queues nothing. Throws NodeError. */
  check(mail: WorkflowMail): Promise<QueuedWorkflowMail>;
}

interface Attached {
  documentId: string;
  size: number;
}

interface Enqueued {
  /** This call or an earlier one has queued the mail. */
  isQueued: boolean;
  isOverRun: boolean;
  dayLimit: number | null;
}

/** `mailsPerDay`: the limit of an account whose plan sets none; 0 means no limit. */
export function createWorkflowMails({ sql, mailsPerDay }: { sql: Sql; mailsPerDay: number }): WorkflowMails {
  const check = async (mail: WorkflowMail): Promise<QueuedWorkflowMail> => {
    const recipients = parseRecipients(mail.to);
    requireShort('subject', mail.subject);
    requireShort('body', mail.body);
    const documents = mail.attach.length === 0 ? [] : await sql<Attached>(FIND_DOCUMENTS, attachParams(mail));
    const bytes = documents.reduce((sum, { size }) => sum + size, 0);
    if (bytes > workflowMailLimits.attachmentBytes) {
      const most = workflowMailLimits.attachmentBytes;
      throw new NodeError(`The attachments have ${bytes} bytes; at most ${most} are possible. Attach fewer.`);
    }
    return {
      messageIds: recipients.map((_, index) => deriveMessageId(mail, index)),
      recipients,
      documentIds: documents.map(({ documentId }) => documentId),
    };
  };
  return {
    check,
    async enqueue(mail) {
      const queued = await check(mail);
      const [barred] = await sql<object>(FIND_BARRED, [mail.runId]);
      if (barred !== undefined) {
        throw new NodeError('The account of this workflow is locked or a GUEST, and sends no mails.');
      }
      const { subject, body, runId, nodeId, itemIndex } = mail;
      const params = JSON.stringify({ subject, body, documentIds: queued.documentIds });
      passCrashPoint('mail-owing');
      const [row] = await sql<Enqueued>(ENQUEUE, [
        runId,
        nodeId,
        itemIndex,
        queued.messageIds,
        queued.recipients,
        WORKFLOW_MAIL,
        params,
        workflowMailLimits.mailsOfRun,
        mailsPerDay,
      ]);
      // Without a row the run has ended, and its result no longer counts.
      if (row?.isQueued === false) throw tooMany(row);
      passCrashPoint('mail-owed');
      return queued;
    },
  };
}

function tooMany({ isOverRun, dayLimit }: Enqueued): NodeError {
  return new NodeError(
    isOverRun
      ? `A run can send at most ${workflowMailLimits.mailsOfRun} e-mails, one for each address. Send fewer, or split the event.`
      : `The account has reached its limit of ${dayLimit} workflow e-mails a day (UTC). Retry the run tomorrow, or ask an administrator for a higher limit.`,
  );
}

const FIND_BARRED = {
  name: 'workflow_mail_barred',
  text: `
    select 1 from run r join workflow w on w.id = r.workflow_id join user_account u on u.id = w.owner_id
    where r.public_id = $1 and (not u.is_enabled or u.application_role = 'GUEST')`,
};

function attachParams({ runId, attach }: WorkflowMail): unknown[] {
  return [runId, attach.map(({ nodeId }) => nodeId), attach.map(({ itemIndex }) => itemIndex)];
}

/** A UUID (version 8) that is the same whenever the same node runs for the same item of the same run. */
function deriveMessageId({ runId, nodeId, itemIndex }: WorkflowMail, recipient: number): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([runId, nodeId, itemIndex, recipient]))
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

/** Documents of the run itself, and those it took over from an earlier one. */
const FIND_DOCUMENTS = {
  name: 'workflow_mail_documents',
  text: `
    select d.public_id as "documentId", d.size
    from unnest($2::text[], $3::int[]) with ordinality as a (node_id, item_index, place)
    join run r on r.public_id = $1
    join document d on d.node_id = a.node_id and d.item_index = a.item_index
      and (d.run_id = r.id or exists (
        select 1 from document_reuse u where u.run_id = r.id and u.document_id = d.id))
    order by a.place`,
};

/**
 * The row of workflow_mail stays when the mail is sent, so that a node that runs again queues nothing. A cancelled node
 * that still runs queues its mail before the end of the run is recorded, where a retry finds it, or not at all. A mail
 * that is over a limit leaves no row: a retry of the run tries it again. The run is locked as for its update.
 */
const ENQUEUE = {
  name: 'workflow_mail_enqueue',
  text: `
    with target as (
      select id, workflow_id, mails from run where public_id = $1 and ended_at is null for no key update
    ), wanted as (
      select t.id, u.public_id as account, cardinality($5::text[]) as count,
             t.mails + cardinality($5::text[]) > $8::int as is_over_run,
             coalesce(${MAILS_PER_DAY}, nullif($9::int, 0)) as day_limit,
             exists (select from workflow_mail m
                     where m.run_id = t.id and m.node_id = $2 and m.item_index = $3::int) as is_known
      from target t join workflow w on w.id = t.workflow_id join user_account u on u.id = w.owner_id
      left join plan p on p.subject = u.public_id
    ), counted as (
      insert into mail_day as d (account, day, mails)
      select account, (now() at time zone 'UTC')::date, count from wanted
      where not is_known and not is_over_run and (day_limit is null or count <= day_limit)
      on conflict (account, day) do update set mails = d.mails + excluded.mails
      where (select day_limit is null or d.mails + excluded.mails <= day_limit from wanted)
      returning 1
    ), first as (
      insert into workflow_mail (run_id, node_id, item_index)
      select id, $2, $3::int from wanted, counted
      on conflict (run_id, node_id, item_index) do nothing
      returning run_id
    ), of_run as (
      update run set mails = run.mails + wanted.count from wanted, first where run.id = first.run_id
    ), queued as (
      insert into outgoing_mail (message_id, kind, recipient, account, params, next_attempt_at, at_most_once)
      select m.id::uuid, $6, m.recipient, wanted.account, $7, now(), true
      from wanted, first, unnest($4::text[], $5::text[]) as m (id, recipient)
    )
    select is_known or exists (select from counted) as "isQueued", is_over_run as "isOverRun",
           day_limit as "dayLimit"
    from wanted`,
};
