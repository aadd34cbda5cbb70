import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../infra/clock.ts';
import type { Logger } from '../../infra/logger.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import type { Sql } from '../../infra/sql.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { StampingPool } from '../../stamping-pool/stamping-pool.ts';
import { createFindTemplateColumns } from './template-facts.ts';
import { createTemplateFiles } from './template-files.ts';
import { createTemplateList } from './template-list.ts';
import { createTemplatesService } from './templates.service.ts';
import { createTemplateViews } from './views/template-views.service.ts';

interface TemplatesModuleDeps {
  orm: MikroORM;
  sql: Sql;
  clock: Clock;
  storage: ObjectStorage;
  sandbox: Sandbox;
  stampingPool: StampingPool;
  logger: Logger;
  /** The maximum number of pages of an uploaded PDF. */
  maxPages: number;
  temporaryFolder: string;
}

/** The services of templates: their records and files, their views, and their facts for graph validation. */
export function createTemplates(deps: TemplatesModuleDeps) {
  const { orm, sql, clock } = deps;
  const files = createTemplateFiles(deps);
  const templates = createTemplatesService({ orm, list: createTemplateList(sql), files, clock });
  return {
    templates,
    templateViews: createTemplateViews({ ...deps, templates }),
    findTemplateColumns: createFindTemplateColumns({ orm }),
  };
}
