import type { MikroORM } from '@mikro-orm/postgresql';
import type { TemplateFacts } from '../../../workflows/graph/types.ts';
import { mappedColumns, parseMappings } from '../../stamping/mappings.ts';
import { matchColumns } from '../../stamping/match-columns.ts';
import type { TemplateInventory } from '../../stamping/types.ts';
import type { CurrentUser } from '../users/current-user.ts';
import { Template } from './template.entity.ts';
import { getReachable, reachable } from './template-access.ts';
import { parseColumns } from './template-columns.ts';
import { TemplateVersion } from './template-version.entity.ts';

/** The current version as a stamp needs it. */
export interface StampableTemplate {
  publicId: string;
  /** Internal id of the organization whose limit counts, or null. */
  organizationId: number | null;
  namingPattern: string | null;
  columns: string;
  versionId: number;
  version: number;
  fileKey: string;
  json: string | null;
}

/** The version a run is pinned to. */
export interface TemplatePin {
  versionId: number;
  version: number;
}

/** Templates as other parts of the service need them; what the user may not use is left out or NOT_FOUND. */
export function createTemplateLookups({ orm }: { orm: MikroORM }) {
  async function findVersions(publicIds: readonly string[], userId: number) {
    const em = orm.em.fork();
    const templates = await em.find(Template, {
      $and: [{ publicId: { $in: [...publicIds] } }, await reachable(em, userId)],
    });
    const current = templates.map(({ publicId, version }) => ({
      templatePublicId: publicId,
      number: version,
    }));
    const versions = current.length === 0 ? [] : await em.find(TemplateVersion, { $or: current });
    return versions.flatMap((version) => {
      const template = templates.find(({ publicId }) => publicId === version.templatePublicId);
      return template ? [{ template, version }] : [];
    });
  }

  return {
    /** Throws NOT_FOUND. */
    async getForStamping(user: CurrentUser, publicId: string): Promise<StampableTemplate> {
      const { template, version } = await getReachable(orm.em.fork(), { userId: user.id, publicId });
      return {
        publicId,
        organizationId: template.organization?.id ?? null,
        namingPattern: template.namingPattern ?? null,
        columns: template.columns,
        versionId: version.id,
        version: version.number,
        fileKey: version.fileKey,
        json: version.json ?? null,
      };
    },

    /** Current versions by template public id, of those among `publicIds` this user may use. */
    async findCurrentVersions(
      publicIds: readonly string[],
      userId: number,
    ): Promise<Map<string, TemplatePin>> {
      const found = await findVersions(publicIds, userId);
      return new Map(
        found.map(({ template, version }) => [
          template.publicId,
          { versionId: version.id, version: version.number },
        ]),
      );
    },

    /** What graph validation asks about templates, of those among `publicIds` this user may use. */
    async findFacts(publicIds: readonly string[], userId: number): Promise<Map<string, TemplateFacts>> {
      const found = await findVersions(publicIds, userId);
      return new Map(found.map(({ template, version }) => [template.publicId, factsOf(template, version)]));
    },
  };
}

/** Known are the template's columns and whatever its mappings or fields read. */
function factsOf(template: Template, version: TemplateVersion): TemplateFacts {
  const inventory = JSON.parse(version.inventory) as TemplateInventory;
  const mappings = version.json == null ? null : parseMappings(version.json);
  const known = [...parseColumns(template.columns), ...mappedColumns(mappings, inventory)];
  return {
    unknownColumns(columns) {
      const served = new Set(matchColumns([...new Set(known)], columns));
      return columns.filter((_, index) => !served.has(index));
    },
  };
}
