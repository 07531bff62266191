/**
 * The functions of `zod/mini` that the contract and remotes use, provided by the shell. A remote
 * imports `zod/mini`; its build requests this module instead, so its bundle contains no copy. What
 * isn't listed here can be dropped from the shell's.
 */
export {
  _default,
  array,
  boolean,
  catch,
  coerce,
  discriminatedUnion,
  enum,
  extend,
  file,
  gte,
  int,
  literal,
  lte,
  maxLength,
  minLength,
  number,
  object,
  optional,
  overwrite,
  parse,
  pick,
  pipe,
  record,
  refine,
  regex,
  safeParse,
  string,
  transform,
  trim,
  union,
  unknown,
  uuid,
} from 'zod/mini'
