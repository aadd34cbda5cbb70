import { type MikroORM, ref } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import type { Clock } from '../../infra/clock.ts';
import { createPublicId } from '../../infra/public-id.ts';
import { inTransaction } from '../../infra/transaction.ts';
import { parseMappings } from '../../stamping/mappings.ts';
import type { Organization } from '../organizations/organization.entity.ts';
import type { CurrentUser } from '../users/current-user.ts';
import { requireEditor } from '../users/require-editor.ts';
import { User } from '../users/user.entity.ts';
import { Template } from './template.entity.ts';
import { getReachable, lockReachable, type ReachableTemplate, requireRole } from './template-access.ts';
import type { TemplateFiles, Upload } from './template-files.ts';
import { blankToNull, getOrganization, parseName } from './template-form.ts';
import type { TemplateList } from './template-list.ts';
import { toRecord } from './template-record.ts';
import { normalizeColumns, readState } from './template-state.ts';
import { TemplateVersion } from './template-version.entity.ts';
import { addVersion, type FileFacts, factsOf } from './template-versions.ts';
import type { TemplateItem, TemplateMetadata, TemplateRecord, TemplateUpdated } from './templates.schemas.ts';
import { findFileChanges } from './views/file-changes.ts';

/**
 * The fields of a form. Absent: unchanged. Blank: removed (`json`, `namingPattern`, `organizationId`) or derived again
 * (`columns`).
 */
interface TemplateChange {
  file?: Upload | undefined;
  name?: string | undefined;
  json?: string | undefined;
  columns?: string | undefined;
  namingPattern?: string | undefined;
  /** Public id of one of the owner's organizations. Absent for a new template: the owner's only organization. */
  organizationId?: string | undefined;
}

interface NewTemplate extends TemplateChange {
  file: Upload;
  name: string;
}

export type TemplatesService = ReturnType<typeof createTemplatesService>;

/** Reads and changes templates. Each change of file or mappings creates a new immutable version. */
export function createTemplatesService({
  orm,
  list,
  files,
  clock,
}: {
  orm: MikroORM;
  list: TemplateList;
  files: TemplateFiles;
  clock: Clock;
}) {
  return {
    async list(user: CurrentUser): Promise<TemplateItem[]> {
      return list.items(user.id);
    },

    async listMetadata(user: CurrentUser): Promise<TemplateMetadata[]> {
      return list.metadata(user.id);
    },

    /** Throws NOT_FOUND. */
    async get(user: CurrentUser, publicId: string): Promise<TemplateRecord> {
      return toRecord(await getReachable(orm.em.fork(), { userId: user.id, publicId }));
    },

    /** Throws NOT_FOUND or FORBIDDEN unless the user can edit the template. */
    async requireEditable(user: CurrentUser, publicId: string): Promise<void> {
      requireRole((await getReachable(orm.em.fork(), { userId: user.id, publicId })).role, EDITOR_ROLES);
    },

    /** The template with its current version and the organization that pays for stamping. Throws NOT_FOUND. */
    async getCurrent(user: CurrentUser, publicId: string): Promise<ReachableTemplate> {
      return getReachable(orm.em.fork(), { userId: user.id, publicId });
    },

    /** Throws StampingError or DomainError; then nothing is stored. */
    async create(user: CurrentUser, input: NewTemplate): Promise<TemplateRecord> {
      const name = parseName(input.name);
      const inspected = await files.inspect(input.file);
      const json = blankToNull(input.json);
      const { derivedColumns, targetCount } = readState(json, inspected.inventory);
      const given = blankToNull(input.columns);
      return withStoredFile(await files.store(inspected), (file) =>
        inTransaction(orm, async (em) => {
          await requireEditor(em, user.id);
          const template = em.create(Template, {
            publicId: createPublicId('tpl'),
            owner: em.getReference(User, user.id),
            organization: await getOrganization(em, user.id, input.organizationId),
            name,
            columns: given === null ? derivedColumns : normalizeColumns(given),
            columnsGiven: given !== null,
            namingPattern: blankToNull(input.namingPattern),
            version: 1,
            createdAt: clock.now(),
            updatedAt: clock.now(),
          });
          const version = addVersion(em, { template, json, file, targetCount });
          await em.flush();
          return toRecord({ template, version });
        }),
      );
    },

    /** Throws NOT_FOUND, FORBIDDEN, StampingError or DomainError; then nothing is changed. */
    async update(user: CurrentUser, publicId: string, change: TemplateChange): Promise<TemplateUpdated> {
      const name = change.name === undefined ? undefined : parseName(change.name);
      if (blankToNull(change.json) !== null) parseMappings(change.json ?? '');
      const stored = change.file === undefined ? null : await files.store(await files.inspect(change.file));
      return withStoredFile(stored, (newFile) =>
        inTransaction(orm, async (em) => {
          await requireEditor(em, user.id);
          const sharing = change.organizationId !== undefined && {
            organization: await getOrganization(em, user.id, change.organizationId),
          };
          const { template, version, role } = await lockReachable(em, { userId: user.id, publicId });
          requireRole(role, EDITOR_ROLES);
          if (sharing) share({ template, role }, sharing.organization);
          const file = newFile ?? factsOf(version);
          const json = change.json === undefined ? (version.json ?? null) : blankToNull(change.json);
          const { derivedColumns, targetCount } = readState(json, file.inventory);
          if (name !== undefined) template.name = name;
          if (change.namingPattern !== undefined) template.namingPattern = blankToNull(change.namingPattern);
          if (change.columns !== undefined) {
            template.columnsGiven = blankToNull(change.columns) !== null;
            template.columns = normalizeColumns(change.columns);
          }
          if (!template.columnsGiven) template.columns = derivedColumns;
          template.updatedAt = clock.now();
          const isSame = newFile === null && json === (version.json ?? null);
          if (!isSame) template.version += 1;
          const current = isSame ? version : addVersion(em, { template, json, file, targetCount });
          await em.flush();
          const record = toRecord({ template, version: current });
          if (newFile === null) return record;
          const changes = await findFileChanges(em, { userId: user.id, before: version, after: current });
          return { ...record, changes };
        }),
      );
    },

    /** Deletes the template, its versions and their files permanently. Throws NOT_FOUND, FORBIDDEN. */
    async delete(user: CurrentUser, publicId: string): Promise<void> {
      const keys = await inTransaction(orm, async (em) => {
        await requireEditor(em, user.id);
        const { template, role } = await lockReachable(em, { userId: user.id, publicId });
        requireRole(role, ['OWNER']);
        const versions = await em.find(
          TemplateVersion,
          { templatePublicId: publicId },
          { exclude: ['inventory'] },
        );
        await em.nativeDelete(TemplateVersion, { templatePublicId: publicId });
        em.remove(template);
        await em.flush();
        return versions.flatMap(({ fileKey, thumbnailKey }) => [fileKey, thumbnailKey ?? null]);
      });
      await files.remove(keys);
    },
  };

  /** Deletes a stored file if the rows that refer to it cannot be written. */
  async function withStoredFile<File extends FileFacts | null, Result>(
    file: File,
    write: (file: File) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await write(file);
    } catch (error) {
      if (file !== null) await files.remove([file.fileKey, file.thumbnailKey]);
      throw error;
    }
  }
}

/** Only the owner can change the organization of a template. Throws FORBIDDEN. */
function share(
  { template, role }: Pick<ReachableTemplate, 'template' | 'role'>,
  organization: Organization | null,
): void {
  const isSame = (template.organization?.id ?? null) === (organization?.id ?? null);
  if (isSame) return;
  if (role !== 'OWNER') {
    throw new DomainError(
      'FORBIDDEN',
      'Only the owner can change the organization that a template is shared through.',
    );
  }
  template.organization = organization === null ? null : ref(organization);
}

const EDITOR_ROLES = ['OWNER', 'ORG_ADMIN'] as const;
