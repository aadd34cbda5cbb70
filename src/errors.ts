/**
 * Every error of the API: its HTTP status, whether the same request may succeed later without a change, and its title.
 * `docs/use/errors.md` lists the same codes; a test compares the two.
 */
export const errorCatalogue = {
  VALIDATION_FAILED: { status: 400, retryable: false, title: 'The request is not valid' },
  INVALID_JSON: { status: 400, retryable: false, title: 'The body is not valid JSON' },
  BODY_TOO_LARGE: { status: 400, retryable: false, title: 'The body is too large' },
  UNSUPPORTED_CONTENT_TYPE: { status: 400, retryable: false, title: 'The content type is not supported' },
  MULTIPART_INVALID: { status: 400, retryable: false, title: 'The multipart form is not valid' },
  FILE_TOO_LARGE: { status: 400, retryable: false, title: 'The file is too large' },
  PDF_NOT_A_PDF: { status: 400, retryable: false, title: 'The file is not a PDF' },
  PDF_DAMAGED: { status: 400, retryable: false, title: 'The PDF is damaged' },
  PDF_ENCRYPTED: { status: 400, retryable: false, title: 'The PDF needs a password' },
  PDF_NO_PAGES: { status: 400, retryable: false, title: 'The PDF has no pages' },
  PDF_TOO_MANY_PAGES: { status: 400, retryable: false, title: 'The PDF has too many pages' },
  PDF_XFA_ONLY: { status: 400, retryable: false, title: 'The PDF is a dynamic XFA form' },
  PDF_TOO_COMPLEX: { status: 400, retryable: false, title: 'The PDF needs too much time or memory' },
  MAPPINGS_INVALID: { status: 400, retryable: false, title: 'The field mappings are not valid' },
  TABLE_UNREADABLE: { status: 400, retryable: false, title: 'The data file cannot be read' },
  TABLE_UNSUPPORTED_FORMAT: {
    status: 400,
    retryable: false,
    title: 'The format of the data file is not supported',
  },
  TABLE_COLUMN_DUPLICATE: { status: 400, retryable: false, title: 'Two columns have the same header' },
  TABLE_QUOTE_UNBALANCED: {
    status: 400,
    retryable: false,
    title: 'A quote in the data file is not closed',
  },
  TABLE_ROW_TOO_WIDE: { status: 400, retryable: false, title: 'A row has more values than the header' },
  TABLE_TOO_LARGE: { status: 400, retryable: false, title: 'The data file exceeds a limit' },
  TABLE_TOO_COMPLEX: { status: 400, retryable: false, title: 'The data file needs too much time or memory' },
  TABLE_EMPTY: { status: 400, retryable: false, title: 'The data file has no rows' },
  TABLE_NO_KNOWN_COLUMN: {
    status: 400,
    retryable: false,
    title: 'No column of the data file matches the template',
  },
  TEMPLATE_HAS_NO_TARGETS: { status: 400, retryable: false, title: 'The template has nothing to fill' },
  TEMPLATE_UNAVAILABLE: { status: 400, retryable: false, title: 'The template is deleted or not accessible' },
  TEMPLATE_UNFIT: { status: 400, retryable: false, title: 'The template does not match the workflow node' },
  ROWS_INVALID: { status: 400, retryable: false, title: 'Some rows cannot be stamped' },
  RUN_NOT_FAILED: { status: 400, retryable: false, title: 'The run has not failed' },
  RUN_ENDED: { status: 400, retryable: false, title: 'The run has already ended' },
  GRAPH_INVALID: { status: 400, retryable: false, title: 'The workflow graph is not valid' },
  ALREADY_VERIFIED: { status: 400, retryable: false, title: 'The e-mail address is already verified' },
  LAST_SUPER_ADMIN: { status: 400, retryable: false, title: 'At least one enabled SUPER_ADMIN is required' },
  LAST_ORG_ADMIN: { status: 400, retryable: false, title: 'At least one ORG_ADMIN is required' },
  ALREADY_MEMBER: { status: 400, retryable: false, title: 'The account is already a member' },
  ALREADY_INVITED: { status: 400, retryable: false, title: 'The address is already invited' },
  INVITATION_SETTLED: { status: 400, retryable: false, title: 'The invitation is no longer open' },
  TOO_MANY_API_KEYS: { status: 400, retryable: false, title: 'The account has too many API keys' },
  TWO_FACTOR_ON: { status: 400, retryable: false, title: 'Two-factor authentication is already on' },
  LINK_INVALID: { status: 400, retryable: false, title: 'The link is not valid' },
  UNAUTHENTICATED: { status: 401, retryable: false, title: 'Authentication is required' },
  INVALID_CREDENTIALS: { status: 401, retryable: false, title: 'The e-mail address or password is wrong' },
  REFRESH_TOKEN_INVALID: { status: 401, retryable: false, title: 'The refresh token is not valid' },
  CHALLENGE_INVALID: { status: 401, retryable: false, title: 'The log-in challenge is not valid' },
  CODE_INVALID: { status: 401, retryable: false, title: 'The code is not valid' },
  FORBIDDEN: { status: 403, retryable: false, title: 'Not allowed' },
  ACCOUNT_LOCKED: { status: 403, retryable: false, title: 'The account is locked' },
  ACCOUNT_UNVERIFIED: { status: 403, retryable: false, title: 'The e-mail address is not verified' },
  FOREIGN_ORIGIN: { status: 403, retryable: false, title: 'The request comes from another origin' },
  API_KEY_REFUSED: { status: 403, retryable: false, title: 'The API key is not accepted' },
  ACTION_LIMIT_REACHED: { status: 403, retryable: true, title: 'The monthly action limit is reached' },
  NOT_FOUND: { status: 404, retryable: false, title: 'Not found' },
  RATE_LIMITED: { status: 429, retryable: true, title: 'Too Many Requests' },
  TWO_FACTOR_LOCKED: { status: 429, retryable: true, title: 'Too many wrong codes' },
  BUSY: { status: 429, retryable: true, title: 'Too many requests of this kind at once' },
  INTERNAL: { status: 500, retryable: true, title: 'Internal error' },
  UNAVAILABLE: { status: 500, retryable: true, title: 'A service that this request needs is not available' },
} as const satisfies Record<string, { status: number; retryable: boolean; title: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** An invalid part of a request: a JSON path, form field, node or edge, and how to fix it. */
export interface ErrorPath {
  path: string;
  message: string;
}

/** An error of the catalogue. `detail` is shown to the user; `cause` is for the log only. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly paths: readonly ErrorPath[];
  /** The `Retry-After` of a 429; null if unknown. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    detail: string,
    options: { paths?: readonly ErrorPath[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.detail = detail;
    this.paths = options.paths ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }

  /** The HTTP status of the code. */
  get status(): number {
    return errorCatalogue[this.code].status;
  }

  /** Whether the same request may succeed later. */
  get retryable(): boolean {
    return errorCatalogue[this.code].retryable;
  }
}

/** The error for an object that does not exist or that the caller may not see: the two must not differ. */
export function notFound(subject: string): DomainError {
  return new DomainError('NOT_FOUND', `${subject} was not found.`);
}
