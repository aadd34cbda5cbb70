import Type, { type TSchema } from 'typebox';

/** The query members of every paged list. */
export const pageQuery = {
  page: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Page number, from 0',
  }),
  size: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Items per page' }),
};

/** The requested page. */
export interface PageRequest {
  page: number;
  size: number;
}

/** One page of a list. */
export interface Page<Item> {
  content: Item[];
  totalPages: number;
  totalElements: number;
  size: number;
  number: number;
}

/** The schema of a page of these items. */
export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object(
    {
      content: Type.Array(item),
      totalPages: Type.Integer(),
      totalElements: Type.Integer(),
      size: Type.Integer(),
      number: Type.Integer(),
    },
    { additionalProperties: false },
  );
}

/** The page with these items. `totalElements` counts the whole list. */
export function toPage<Item>(
  content: Item[],
  totalElements: number,
  { page, size }: PageRequest,
): Page<Item> {
  return { content, totalPages: Math.ceil(totalElements / size), totalElements, size, number: page };
}
