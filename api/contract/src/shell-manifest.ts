import * as z from 'zod/mini'

/** Where a portal describes its shell, for everyone. */
export const shellManifestPath = '/shell.json'

const integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/))
/** No part begins with a dot: the files are written to a folder. */
const fileName = z.string().check(z.regex(/^[\w@-][\w@.-]*(\/[\w@-][\w@.-]*)*$/), z.maxLength(200))

/** The last day on which something is certainly supported. */
export const supportedDay = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const names = z.record(z.string(), z.array(z.string()))

/** What a portal serves of earlier packages, and until when. */
export const releaseSupport = z.object({
  /** How many months an earlier major is served after the next one, at least. */
  months: z.number(),
  /** By package: the last version of the earlier major, and the names of its own modules. */
  majors: z.record(
    z.string(),
    z.object({ version: z.string(), until: supportedDay, names: z.optional(names) }),
  ),
  /** By shared module and name: what the next major leaves out. */
  deprecated: z.record(
    z.string(),
    z.record(z.string(), z.object({ until: supportedDay, instead: z.string() })),
  ),
})

const shellFile = z.object({
  /** Its path in the portal, without the first slash. */
  file: fileName,
  integrity,
  /** Uncompressed, in bytes. */
  size: z.number(),
})

/** A shell's build: everything needed to run the same shell elsewhere. */
export const shellContent = z.object({
  /** Identifies the build, as in `/api/portal`. */
  build: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  /** The page, with its placeholders. */
  page: shellFile,
  /** Every other file. */
  files: z.array(shellFile).check(z.maxLength(2000)),
  /** The version of each module that the shell shares. Absent in older builds. */
  provided: z.optional(z.record(z.string(), z.string())),
  /** The names that each of them exports. Absent in older builds. */
  exportedNames: z.optional(names),
  /** What it serves of earlier packages. Absent in older builds. */
  support: z.optional(releaseSupport),
  /** The packages of this workspace in its bundle. Absent in older builds. */
  packages: z.optional(
    z.record(
      z.string(),
      z.object({
        version: z.string(),
        /** Of the bundled sources. */
        integrity,
      }),
    ),
  ),
  /** By shared module, the files of those that aren't in the shell's first script. */
  sharedFiles: z.optional(z.record(z.string(), z.array(z.object({ file: fileName, integrity })))),
})
export type ShellContent = z.infer<typeof shellContent>

/** `/shell.json` of a portal: its shell, and the contract of its API. */
export const shellManifest = z.object({
  ...shellContent.shape,
  contractVersion: z.string(),
  /** The integrity of `/api/openapi.json`. */
  openapi: integrity,
})
export type ShellManifest = z.infer<typeof shellManifest>
