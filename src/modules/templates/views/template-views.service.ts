import { DomainError, notFound } from '../../../errors.ts';
import { createLimiter } from '../../../infra/limiter.ts';
import type { Logger } from '../../../infra/logger.ts';
import type { ObjectStorage } from '../../../infra/object-storage/object-storage.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import type { TemplateInventory } from '../../../stamping/types.ts';
import type { PooledTemplate, StampingPool } from '../../../stamping-pool/stamping-pool.ts';
import type { CurrentUser } from '../../users/current-user.ts';
import { toTemplateSource } from '../template-source.ts';
import type { TemplateVersion } from '../template-version.entity.ts';
import type { TemplatesService } from '../templates.service.ts';
import { listFields } from './field-list.ts';
import { createPageImages } from './page-images.ts';
import { readPreviewRow, rowInvalid } from './preview-row.ts';
import { findExampleRow } from './sheet/example-value.ts';
import { planSheet } from './sheet/plan-sheet.ts';
import { createSheetWriter } from './sheet/sheet-writer.ts';
import { readTargets } from './template-targets.ts';
import type { FieldList, PreviewBody } from './template-views.schemas.ts';

/** A request that takes some work. `signal` is aborted when the client disconnects. */
interface ViewRequest {
  user: CurrentUser;
  publicId: string;
  signal: AbortSignal;
}

interface Preview {
  pdf: Uint8Array;
  /** Number of warnings, counted as for a stamp. */
  warnings: number;
}

export type TemplateViews = ReturnType<typeof createTemplateViews>;

/** Views of one account at once, those that may wait, and how long. */
export const VIEW_QUEUE = { perOwner: 1, maxQueuePerOwner: 32, timeoutMs: 30_000 } as const;

/** Read-only views for mapping, filling and checking a template. They use no actions. */
export function createTemplateViews(parts: {
  templates: Pick<TemplatesService, 'getCurrent'>;
  storage: Pick<ObjectStorage, 'get' | 'getStream'>;
  sandbox: Pick<Sandbox, 'run'>;
  logger: Logger;
  stampingPool: Pick<StampingPool, 'use'>;
  temporaryFolder: string;
}) {
  const { templates, storage, stampingPool } = parts;
  const images = createPageImages(parts);
  const sheets = createSheetWriter();
  const accounts = createLimiter({
    perOwner: VIEW_QUEUE.perOwner,
    maxQueuePerOwner: VIEW_QUEUE.maxQueuePerOwner,
    timeoutMs: VIEW_QUEUE.timeoutMs,
    busy: () =>
      new DomainError(
        'BUSY',
        'Your account requests too many template views at the same time. Try again in a moment.',
      ),
  });

  /** Runs one view per account at a time. */
  async function withSlot<Result>(
    { user, signal }: ViewRequest,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return accounts.run(user.publicId, work, { signal });
  }

  function use(
    request: ViewRequest,
    version: TemplateVersion,
    options: { columns: readonly string[]; flatten: boolean },
  ): Promise<PooledTemplate> {
    const source = toTemplateSource(version, storage);
    return stampingPool.use(source, { ...options, ...callerOf(request) });
  }

  return {
    close: () => sheets.close(),

    /** Throws NOT_FOUND. */
    async listFields(user: CurrentUser, publicId: string): Promise<FieldList> {
      const { version } = await templates.getCurrent(user, publicId);
      return listFields(version.json ?? null, inventoryOf(version));
    },

    /** A page as PNG. Throws NOT_FOUND if the page does not exist or cannot be drawn, PDF_TOO_COMPLEX, BUSY. */
    async drawPage(request: ViewRequest, page: string): Promise<Uint8Array> {
      const { version } = await templates.getCurrent(request.user, request.publicId);
      const number = /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 0;
      if (number < 1 || number > version.pageCount) throw notFound('The page');
      return withSlot(request, () => images.draw(version.fileKey, number, callerOf(request)));
    },

    /** One filled PDF. Throws NOT_FOUND, TEMPLATE_HAS_NO_TARGETS, ROWS_INVALID with the columns, BUSY. */
    async preview(request: ViewRequest, { row, flatten = false }: PreviewBody): Promise<Preview> {
      const { version } = await templates.getCurrent(request.user, request.publicId);
      requireTargets(version);
      const read = readPreviewRow(readTargets(version.json ?? null, inventoryOf(version)), row);
      const { columns, values } = read;
      return withSlot(request, async () => {
        const template = await use(request, version, { columns, flatten });
        const document = await template.fill(values);
        const errors = document.problems.filter(({ severity }) => severity === 'error');
        if (errors.length > 0) throw rowInvalid(errors, read);
        return { pdf: document.bytes, warnings: document.problems.length + read.unknown.length };
      });
    },

    /**
     * A workbook to fill in; its example row can be stamped. Throws NOT_FOUND, TEMPLATE_HAS_NO_TARGETS,
     * TABLE_TOO_LARGE, BUSY.
     */
    async makeSheet(request: ViewRequest): Promise<{ name: string; workbook: Uint8Array }> {
      const { template, version } = await templates.getCurrent(request.user, request.publicId);
      requireTargets(version);
      const columns = planSheet({
        columns: template.columns,
        ...readTargets(version.json ?? null, inventoryOf(version)),
        inventory: inventoryOf(version),
      });
      return withSlot(request, async () => {
        const headers = columns.map(({ header }) => header);
        const { fill } = await use(request, version, { columns: headers, flatten: false });
        const example = await findExampleRow(columns, async (values) => (await fill(values)).problems);
        return { name: template.name, workbook: await sheets.write({ columns, example }, callerOf(request)) };
      });
    },
  };
}

function callerOf({ user, signal }: ViewRequest): { owner: string; signal: AbortSignal } {
  return { owner: user.publicId, signal };
}

function inventoryOf(version: TemplateVersion): TemplateInventory {
  return JSON.parse(version.inventory) as TemplateInventory;
}

function requireTargets({ targetCount }: TemplateVersion): void {
  if (targetCount > 0) return;
  throw new DomainError(
    'TEMPLATE_HAS_NO_TARGETS',
    'The template has no form fields or mappings to fill. Upload a PDF with form fields, or save mappings with Page, X and Y.',
  );
}
