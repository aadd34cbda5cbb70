import Type from 'typebox';

/** The form of a stamp request, as the API description shows it; `withForm` enforces it. */
export const STAMP_FIELDS = {
  templateId: { required: true, maxLength: 64 },
  namingPattern: { maxLength: 500 },
  onError: { maxLength: 10, enum: ['abort', 'skip', ''] },
  flatten: { maxLength: 10, enum: ['false', 'true', ''] },
} as const;

export const stampDescription = `Stamps every row of a spreadsheet (CSV, TSV or XLSX, told by its content) into a template and answers with a ZIP of PDFs.

Form fields: \`templateId\` (required), \`file\` (required), \`namingPattern\` (instead of the template's, \`[Column]\` stands for a value), \`onError\` (\`abort\`, the default: any row that cannot be stamped refuses the request, before the first byte; \`skip\`: such rows are left out and told in \`errors.csv\`), \`flatten\` (\`true\` or \`false\`, the default).

The header \`Stamp-Warnings\` counts what is worth a look but kept no row from being stamped; with \`skip\` and more than 2,000 rows it follows the archive as a trailer, so that the first byte need not wait for the last row. A connection that ends early means that the archive is not whole.`;

export const checkDescription = `Reads a whole spreadsheet against a template and reports every problem, nothing is made and no action counted.

The form is that of \`POST /api/stamper/stamp\`. At most 1,000 errors and 1,000 warnings are listed; \`total\` counts all of them.`;

const names = Type.Array(Type.String());
const findings = Type.Object({
  total: Type.Integer(),
  items: Type.Array(
    Type.Object({
      row: Type.Integer({ description: 'As a spreadsheet program numbers it: the header is row 1' }),
      column: Type.String(),
      code: Type.String(),
      message: Type.String(),
    }),
  ),
});

export const checkSchema = Type.Object({
  rows: Type.Integer(),
  documents: Type.Integer({ description: 'What a stamp with onError=skip would make' }),
  columns: Type.Object({ used: names, unused: names, missing: names }),
  errors: findings,
  warnings: findings,
});
