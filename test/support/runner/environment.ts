import { TestEnvironment } from 'jest-environment-node';

/** Globals by which `expect` recognizes types. Its own realm has others of the same names. */
const shared = {
  Array,
  BigInt,
  Boolean,
  Date,
  Function,
  Map,
  Number,
  Object,
  Promise,
  RegExp,
  Set,
  String,
  Symbol,
  AggregateError,
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

/** The realm in which Jest itself runs, beside the tests: see runtime.ts. */
export default class NativeEnvironment extends TestEnvironment {
  constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
    super(...given);
    Object.assign(this.global, shared);
  }
}
