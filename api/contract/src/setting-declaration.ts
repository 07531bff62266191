import { settingLimits, settingNamePattern } from '@portal/domain/setting-limits'
import * as z from 'zod/mini'

const { entries, number: most, text } = settingLimits
const number = z.number().check(z.gte(-most), z.lte(most))
const word = z.string().check(z.maxLength(100))
const length = z.number().check(z.lte(text))

/** A setting's name in the remote's code: `showPhotos`. */
export const settingName = z.string().check(z.regex(settingNamePattern))

const textSchema = z.object({
  /** `boolean`, `string`, `integer`, `number` or `array`. Not an enum, so that kinds can be added. */
  type: word,
  minLength: z.optional(length),
  maxLength: z.optional(length),
  enum: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(entries))),
  /** `uri`: an address that begins with http:// or https://. */
  format: z.optional(word),
})

export const settingValue = z.union([
  z.boolean(),
  number,
  z.string().check(z.maxLength(text)),
  z.array(z.string().check(z.maxLength(text))).check(z.maxLength(entries)),
])

/** What a release declares about one of its settings, in the part of JSON Schema that a form can show. */
export const settingDeclaration = z.object({
  name: settingName,
  label: z.string().check(z.minLength(1), z.maxLength(settingLimits.label)),
  description: z.optional(z.string().check(z.maxLength(settingLimits.description))),
  schema: z.object({
    ...textSchema.shape,
    minimum: z.optional(number),
    maximum: z.optional(number),
    items: z.optional(textSchema),
    maxItems: z.optional(z.number().check(z.lte(entries))),
  }),
  default: settingValue,
  /** The remote's team may set it with its release token. */
  team: z.optional(z.literal(true)),
  /** A switch that is off by default, and may be on for a part of the people. */
  flag: z.optional(z.literal(true)),
})

/** Settings by name. */
export const settingValues = z.record(settingName, settingValue)
export type SettingValues = z.infer<typeof settingValues>
