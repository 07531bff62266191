import * as z from 'zod/mini'

/** Where a portal describes its shell, for everyone. */
export const shellManifestPath = '/shell.json'

const integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/))
/** No part begins with a dot: the files are written to a folder. */
const fileName = z.string().check(z.regex(/^[\w@-][\w@.-]*(\/[\w@-][\w@.-]*)*$/), z.maxLength(200))

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
  exportedNames: z.optional(z.record(z.string(), z.array(z.string()))),
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
