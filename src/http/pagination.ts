import Type, { type TSchema } from 'typebox';

/** Query members of every paged list (decisions, section 1). */
export const pageQuery = {
  page: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0, description: 'From 0' }),
  size: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Items per page' }),
};

/** Which page is asked for. */
export interface PageRequest {
  page: number;
  size: number;
}

/** One page of a list (specification, section 2.1). */
export interface Page<Item> {
  content: Item[];
  totalPages: number;
  totalElements: number;
  size: number;
  number: number;
}

/** The envelope's schema around one item's. */
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

/** The envelope around the items of the page that was asked for. */
export function toPage<Item>(
  content: Item[],
  totalElements: number,
  { page, size }: PageRequest,
): Page<Item> {
  return { content, totalPages: Math.ceil(totalElements / size), totalElements, size, number: page };
}
