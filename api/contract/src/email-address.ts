import { comparableEmail, isEmailAddress } from '@portal/domain/email-address'
import * as z from 'zod/mini'

/** @deprecated Import them from `@portal/domain/email-address`. */
export { comparableEmail, isEmailAddress, isEmailOfDomain } from '@portal/domain/email-address'

/** Parses an entered address into its comparable form. */
export const emailAddress = z.pipe(
  z
    .string()
    .check(
      z.trim(),
      z.minLength(3),
      z.maxLength(254),
      z.refine(isEmailAddress, 'Invalid email address format.'),
    ),
  z.transform(comparableEmail),
)
