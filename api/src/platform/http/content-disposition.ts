import { create, type CreateOptions } from 'content-disposition'

/** A header with a file's name. Half of a surrogate pair can't be in one: titles are cut off within emoji. */
export function contentDisposition(name: string, options?: CreateOptions): string {
  return create(name.toWellFormed(), options)
}
