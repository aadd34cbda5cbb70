import Type from 'typebox';
import { DATE } from '../../http/calendar-patterns.ts';
import { nullable, publicId } from '../../http/schemas.ts';

const day = (description: string) => Type.Optional(Type.String({ pattern: DATE, description }));

export const usageQuery = Type.Object(
  {
    from: day('First day, UTC: YYYY-MM-DD; default: the first of this month'),
    to: day('Last day, UTC: YYYY-MM-DD; default: today'),
    organizationId: Type.Optional(Type.String({ maxLength: 64, description: "Instead of the caller's own" })),
  },
  { additionalProperties: false },
);

const actions = Type.Integer();
const name = Type.Union([Type.String(), Type.Null()], { description: 'Null: deleted since' });

export const usageReport = Type.Object(
  {
    from: Type.String(),
    to: Type.String(),
    actions: Type.Integer({ description: 'Stamped PDFs of all days together' }),
    actionLimit: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Of this month; null: no limit',
    }),
    actionsLeft: nullable(Type.Integer({ description: 'Of this month' })),
    mails: Type.Union(
      [
        Type.Object(
          {
            sent: Type.Integer({
              description: 'E-mails of workflows on all days together, one for each address',
            }),
            limitPerDay: nullable(Type.Integer({ description: 'Null: no limit' })),
            leftToday: nullable(Type.Integer({ description: 'UTC' })),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: 'Null for an organization: e-mails count for the owner of the workflow' },
    ),
    days: Type.Array(Type.Object({ date: Type.String(), actions })),
    templates: Type.Array(Type.Object({ templateId: publicId('tpl'), name, actions })),
    workflows: Type.Array(Type.Object({ workflowId: publicId('wrk'), name, actions })),
  },
  { additionalProperties: false },
);

export type UsageQuery = Type.Static<typeof usageQuery>;
export type UsageReport = Type.Static<typeof usageReport>;
