import { harmlessText, hiddenCharacters, isShown, onOneLine } from '@portal/domain/shown-text'
import * as z from 'zod/mini'

/** The message for a text that is too long. */
export function lengthMessage(most: number): string {
  return `At most ${most.toLocaleString('en')} characters`
}

/** A title or a name of at most `most` characters, on one line; refused with characters that nobody sees. */
export const shortText = (most: number) =>
  z
    .string()
    .check(
      z.maxLength(most, lengthMessage(most)),
      z.overwrite(onOneLine),
      z.refine(isShown, hiddenCharacters),
    )

/** A text of at most `most` characters, without the characters that could disguise it. */
export const longText = (most: number) =>
  z.string().check(z.maxLength(most, lengthMessage(most)), z.overwrite(harmlessText))
