/** The statements of a migration, in their order. */
export interface MigrationText {
  name: string;
  isTransactional: boolean;
  statements: readonly string[];
}

interface Context {
  migration: MigrationText;
  /** Tables this migration created itself: no one uses them yet. */
  own: ReadonlySet<string>;
  /** Statements of the migrations before. */
  before: readonly string[];
}

/** Returns the advice when the statement is unsafe. */
type Rule = (sql: string, context: Context) => string | false;

/**
 * Statements that would stop the service, or the release before it, while a large table is migrated; each as
 * "<migration>: <advice>: <statement>". `before` are the migrations that are applied already.
 */
export function findUnsafeStatements(migration: MigrationText, before: readonly MigrationText[]): string[] {
  const statements = migration.statements.map(normalize);
  const own = new Set(statements.flatMap((sql) => sql.match(CREATED_TABLE)?.[1] ?? []));
  const earlier = before.flatMap((one) => one.statements.map(normalize));
  const context = { migration, own, before: earlier };
  return statements.flatMap((sql) =>
    rules
      .map((rule) => rule(sql, context))
      .filter((advice) => advice !== false)
      .map((advice) => `${migration.name}: ${advice}: ${sql}`),
  );
}

/** One line in lower case without comments and the quotes of names. */
function normalize(sql: string): string {
  return sql
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll('"', '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

const CREATED_TABLE = /^create (?:unlogged )?table (?:if not exists )?([a-z0-9_]+)/;
const INDEX_OF = /^create (?:unique )?index .*? on (?:only )?([a-z0-9_]+)/;
const ALTERED = /^alter table (?:if exists )?(?:only )?([a-z0-9_]+) (.*)$/;
/** Defaults that PostgreSQL evaluates once for all rows. */
const CONSTANT =
  /^(?:'[^']*'(?:::[a-z0-9_[\]]+)?|-?\d+(?:\.\d+)?|true|false|null|now\(\)|current_timestamp)$/;
const ONLINE =
  /^(?:set lock_timeout = 0|(?:drop index|create (?:unique )?index|reindex index) concurrently .*)$/;

/** The actions of an ALTER TABLE on a table that others use; false for any other statement. */
function alteration(sql: string, { own }: Context): { table: string; action: string } | false {
  const [, table = '', action = ''] = sql.match(ALTERED) ?? [];
  return table !== '' && !own.has(table) && { table, action };
}

const onAction =
  (pattern: RegExp, advice: string): Rule =>
  (sql, context) => {
    const altered = alteration(sql, context);
    return altered !== false && pattern.test(altered.action) && advice;
  };

const onStatement =
  (pattern: RegExp, advice: string): Rule =>
  (sql) =>
    pattern.test(sql) && advice;

const rules: readonly Rule[] = [
  onStatement(/;\s*\S/, 'one statement each'),
  onStatement(/^do\b/, 'plain statements, so that they can be judged'),
  (sql, { own }) => {
    const table = sql.match(INDEX_OF)?.[1];
    const isBlocking = table !== undefined && !sql.includes('index concurrently') && !own.has(table);
    return isBlocking && 'create the index concurrently, in a migration that is not transactional';
  },
  (sql, { migration }) =>
    migration.isTransactional &&
    /\bindex concurrently\b/.test(sql) &&
    'concurrently needs a migration that is not transactional',
  (sql, { migration }) =>
    !migration.isTransactional &&
    !ONLINE.test(sql) &&
    'a statement that is not concurrent belongs in a transactional migration, because this one may end half done',
  (sql, { migration }) => {
    const name = sql.match(/^create (?:unique )?index concurrently ([a-z0-9_]+)/)?.[1];
    const dropped = `drop index concurrently if exists ${name}`;
    const isRepeatable = migration.statements.map(normalize).includes(dropped);
    return (
      name !== undefined &&
      !isRepeatable &&
      `"${dropped}" before it, because an attempt that failed leaves an index that is not valid`
    );
  },
  (sql, { migration }) =>
    /^create (?:unique )?index concurrently/.test(sql) &&
    !migration.statements.map(normalize).includes('set lock_timeout = 0') &&
    '"set lock_timeout = 0" before it: it waits for old transactions and blocks no one',
  (sql, context) => {
    const altered = alteration(sql, context);
    return altered !== false && judgeNewColumns(altered.action);
  },
  onAction(
    /\balter (?:column )?[a-z0-9_]+ (?:set data )?type\b/,
    'a new column instead: another type rewrites the table and breaks the release before',
  ),
  (sql, context) => {
    const altered = alteration(sql, context);
    const column =
      altered !== false && altered.action.match(/\balter (?:column )?([a-z0-9_]+) set not null/)?.[1];
    return (
      typeof column === 'string' &&
      !isProven({ ...altered, column, before: context.before }) &&
      'first "add constraint … check (… is not null) not valid", then validate it in another migration'
    );
  },
  onAction(
    /\badd (?:constraint [a-z0-9_]+ )?(?:foreign key|check)\b(?!.*\bnot valid\b)/,
    'add it "not valid", and validate it in another migration',
  ),
  onAction(
    /\badd (?:constraint [a-z0-9_]+ )?(?:unique|primary key)\b(?!.*\busing index\b)/,
    'create a unique index concurrently, then add the constraint "using index"',
  ),
  onAction(/\badd (?:constraint [a-z0-9_]+ )?exclude\b/, 'an exclusion reads the whole table under a lock'),
  (sql, { migration }) => {
    const constraint = sql.match(/\bvalidate constraint ([a-z0-9_]+)/)?.[1];
    const isAddedHere = migration.statements.some((one) =>
      normalize(one).includes(`add constraint ${constraint} `),
    );
    return (
      constraint !== undefined && isAddedHere && 'validate it in another migration than the one that adds it'
    );
  },
  onAction(/\brename\b/, 'the release before still uses the old name: add, copy, and remove a release later'),
  onAction(/\bset (?:logged|unlogged|tablespace|access method)\b/, 'this rewrites the table'),
  (sql, context) => {
    const altered = alteration(sql, context);
    const isRemoval =
      (altered !== false && /\bdrop (?:column|constraint)\b/.test(altered.action)) ||
      /^drop table\b/.test(sql);
    return (
      isRemoval &&
      !/_retire_/.test(context.migration.name) &&
      'what the release before may need is removed a release later, in a migration named …_retire_…'
    );
  },
  (sql, { own }) => {
    const table = sql.match(/^(?:update|delete from|merge into) (?:only )?([a-z0-9_]+)/)?.[1];
    return (
      table !== undefined && !own.has(table) && 'rows are changed in small steps by the service, not here'
    );
  },
  onStatement(
    /^(?:vacuum|cluster|truncate|lock\b|reindex (?!index concurrently)|refresh materialized view (?!concurrently))/,
    'this locks the table for as long as it takes',
  ),
];

function judgeNewColumns(action: string): string | false {
  // `add` of anything but a constraint is a column, with the word or without.
  const columns = action
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) =>
      /^add (?!constraint|foreign|check|unique \(|unique using|primary key|exclude)/.test(part),
    );
  for (const column of columns) {
    if (/\b(?:small|big)?serial\b|\bgenerated\b/.test(column))
      return 'a counted or computed column rewrites the table';
    if (/\b(?:unique|primary key|references|check)\b/.test(column)) return 'add the constraint by itself';
    const fallback = column.match(/\bdefault (.*?)(?: (?:not )?null)?$/)?.[1];
    if (fallback !== undefined && !CONSTANT.test(fallback))
      return 'a default that differs from row to row rewrites the table';
    if (/\bnot null\b/.test(column) && fallback === undefined)
      return 'a column that is not null needs a default';
  }
  return false;
}

/** Whether rows without a value are ruled out already, so that SET NOT NULL need not read the table. */
function isProven({
  table,
  column,
  before,
}: {
  table?: string;
  column: string;
  before: readonly string[];
}): boolean {
  const added = new RegExp(
    `^alter table ${table} add constraint ([a-z0-9_]+) check \\(\\(?${column} is not null\\)?\\) not valid$`,
  );
  const constraint = before.flatMap((sql) => sql.match(added)?.[1] ?? [])[0];
  return (
    constraint !== undefined && before.includes(`alter table ${table} validate constraint ${constraint}`)
  );
}
