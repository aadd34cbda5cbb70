import { createHash } from 'node:crypto';
import { DomainError } from '../../errors.ts';
import type { Clock } from '../../infra/clock.ts';
import { passCrashPoint } from '../../infra/crash-points.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import { ObjectNotFound } from '../../infra/object-storage/object-storage.ts';
import { derivePublicId } from '../../infra/public-id.ts';
import { findUnknownNames } from '../../stamping/match-columns.ts';
import { createRowNamer } from '../../stamping/naming-pattern.ts';
import { type Problem, StampingError } from '../../stamping/types.ts';
import type { StampingPool } from '../../stamping-pool/stamping-pool.ts';
import { parseColumns } from '../templates/template-columns.ts';
import type { DocumentActions } from '../usage/document-actions.ts';
import type { DocumentRepository, PinnedTemplate } from './document.repository.ts';

/** One document of a run: template, values and account. */
interface DocumentRequest {
  runId: string;
  workflowId: string;
  /** Public id of the workflow's owner, who must still have access to the template. */
  accountId: string;
  nodeId: string;
  itemIndex: number;
  templateId: string;
  /** Null if the template was already unavailable when the run started. */
  versionId: number | null;
  columns: readonly string[];
  values: readonly string[];
  /** Null: the template's own. */
  namingPattern: string | null;
  flatten: boolean;
  /** In a retry, the document may be reused from the failed run. */
  isRetry: boolean;
}

interface StampedDocumentInfo {
  documentId: string;
  name: string;
}

export interface DocumentStamper {
  /**
   * Fills, stores, records and counts one document. Idempotent: a second call returns the same document. Throws
   * DomainError for permanent failures, and ACTION_LIMIT_REACHED if the run has to wait for quota.
   */
  stamp(request: DocumentRequest): Promise<StampedDocumentInfo>;
  /**
   * Fills a document for a dry run. Stores only the values of its fields, for comparisons. Throws as `stamp`.
   */
  preview(request: DocumentRequest): Promise<StampedDocumentInfo>;
}

export function createDocumentStamper(deps: {
  documents: DocumentRepository;
  stampingPool: Pick<StampingPool, 'use'>;
  storage: ObjectStorage;
  actions: DocumentActions;
  clock: Clock;
}): DocumentStamper {
  const { documents, stampingPool, storage, actions, clock } = deps;

  const fill = async (request: DocumentRequest, template: PinnedTemplate) => {
    const { columns, values, flatten, accountId } = request;
    const { versionId, fileSize, json, fileKey } = template;
    const source = { versionId, fileSize, json, loadPdf: () => storage.get(fileKey) };
    const compiled = await stampingPool.use(source, { columns, flatten, owner: accountId });
    if (compiled.result.targetCount === 0) throw unfit(request, 'has no field to fill and no placed mapping');
    const unknown = unknownColumns(compiled.result.usage.unused, template);
    if (unknown.length > 0)
      throw unfit(request, `has no column ${unknown.map((name) => JSON.stringify(name)).join(', ')}`);
    const document = await compiled.fill(values);
    const errors = document.problems.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw new DomainError('ROWS_INVALID', describeProblems(errors));
    return { bytes: document.bytes, warnings: warningsOf(document.problems), compiled };
  };

  const make = async (
    request: DocumentRequest,
    { template, documentId, at }: { template: PinnedTemplate; documentId: string; at: Date },
  ): Promise<StampedDocumentInfo> => {
    const { templateId, runId, nodeId, itemIndex, workflowId } = request;
    const { bytes, warnings } = await fill(request, template).catch((error: unknown) => {
      throw translate(error, request);
    });
    const storageKey = `documents/${documentId}.pdf`;
    passCrashPoint('document-filled');
    const isNew = await storage.putIfAbsent(storageKey, bytes);
    passCrashPoint('document-written');
    const stored = isNew ? bytes : await storage.get(storageKey);
    const namer = createRowNamer(request.namingPattern ?? template.namingPattern, request.columns);
    passCrashPoint('document-recording');
    const recorded = await documents.record({
      documentId,
      runId,
      workflowId,
      nodeId,
      itemIndex,
      templateId,
      template,
      storageKey,
      at,
      name: `${namer.nameOf(request.values, 1)}.pdf`,
      warnings,
      size: stored.length,
      sha256: createHash('sha256').update(stored).digest('hex'),
    });
    passCrashPoint('document-recorded');
    if (recorded !== null) return { documentId, name: recorded };
    await storage.delete(storageKey);
    throw new DomainError('RUN_ENDED', 'The run has ended, or was deleted together with its workflow.');
  };

  const findTemplate = ({ templateId, versionId, accountId }: DocumentRequest) =>
    versionId === null ? null : documents.findTemplate({ templateId, versionId, accountId });

  return {
    async preview(request) {
      const template = await findTemplate(request);
      if (template === null) throw unavailable(request.templateId);
      const { compiled } = await fill(request, template).catch((error: unknown) => {
        throw translate(error, request);
      });
      const { runId, workflowId, nodeId, itemIndex, namingPattern, columns, values } = request;
      await documents.saveFields({ runId, nodeId, itemIndex, fields: await compiled.read(values) });
      const namer = createRowNamer(namingPattern ?? template.namingPattern, columns);
      return {
        // The same id in each dry run of the workflow, so that they can be compared.
        documentId: derivePublicId('doc', workflowId, [nodeId, itemIndex]),
        name: `${namer.nameOf(values, 1)}.pdf`,
      };
    },

    async stamp(request) {
      const { templateId, runId, nodeId, itemIndex } = request;
      const at = clock.now();
      const reused = request.isRetry ? await documents.findReused({ runId, nodeId, itemIndex }) : null;
      if (reused !== null) return reused;
      const template = await findTemplate(request);
      const documentId = derivePublicId('doc', runId, [nodeId, itemIndex]);
      if (template?.isLimited === true) {
        const { userId, organizationId } = template;
        await actions.reserve({ documentId, templateId, runId, userId, organizationId, at });
      }
      try {
        if (template === null) throw unavailable(templateId);
        return await make(request, { template, documentId, at });
      } catch (error) {
        // A reservation that cannot be released now expires.
        await actions.release(documentId).catch(() => {});
        throw error;
      }
    },
  };
}

/** Columns that fill nothing and are not in the template's list, whose columns a naming pattern may use. */
function unknownColumns(unused: readonly string[], template: PinnedTemplate): string[] {
  return findUnknownNames(unused, parseColumns(template.columns));
}

function unavailable(templateId: string): DomainError {
  const advice =
    'Choose another template in this node, or restore access to it, and set the workflow ACTIVE again.';
  return new DomainError(
    'TEMPLATE_UNAVAILABLE',
    `Template ${templateId} is deleted, or the owner has no access to it. ${advice}`,
  );
}

function unfit({ templateId }: DocumentRequest, what: string): DomainError {
  const advice = 'Correct the node or the template and set the workflow ACTIVE again.';
  return new DomainError('TEMPLATE_UNFIT', `Template ${templateId} ${what}. ${advice}`);
}

/** Errors of the stamping engine or the storage about the template itself are permanent. */
function translate(error: unknown, request: DocumentRequest): unknown {
  // Perhaps only these values take so long, so the workflow is not stopped.
  if (error instanceof StampingError && error.code === 'PDF_TOO_COMPLEX') {
    return new DomainError(error.code, error.message, { cause: error });
  }
  if (error instanceof StampingError) return unfit(request, `cannot be filled: ${error.message}`);
  if (error instanceof ObjectNotFound) return unavailable(request.templateId);
  return error;
}

const MAX_WARNINGS = 100;

/** Warnings as JSON text; null if there are none. */
function warningsOf(problems: readonly Problem[]): string | null {
  const warnings = problems
    .filter(({ severity }) => severity === 'warning')
    .slice(0, MAX_WARNINGS)
    .map(({ column, code, message }) => ({ column, code, message }));
  return warnings.length === 0 ? null : JSON.stringify(warnings);
}

function describeProblems(problems: readonly Problem[]): string {
  const shown = problems
    .slice(0, 5)
    .map(({ column, message }) => `Column ${JSON.stringify(column)}: ${message}`);
  const more = problems.length > shown.length ? ` And ${problems.length - shown.length} more.` : '';
  return `${shown.join(' ')}${more}`;
}
