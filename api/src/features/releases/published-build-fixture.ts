import { type Call, createCall } from '@portal/remote-kit/client'
import { createReleaseToken } from '@portal/contract/release-tokens'
import {
  type PublishedManifest,
  publishRelease,
  type ReleaseRecord,
  uploadReleaseFile,
} from '@portal/contract/publishing'
import type { TestApi } from '../../testing/test-api.ts'
import { integrityOf } from '../../platform/files/bytes.ts'
import { sha384Of } from './release-records.ts'

type PublishedBuild = { manifest: PublishedManifest; files: Record<string, string> }

type Given = {
  name?: string
  release?: string
  files?: Record<string, string>
  maps?: Record<string, string>
}

/** A remote's build as its pipeline publishes it, with defaults for what isn't given. */
export function publishedBuild(
  { name = 'meetings', release = '1.0.0-a', files = filesOf(release), maps }: Given = {},
  fields: Partial<PublishedManifest> = {},
): PublishedBuild {
  const manifest: PublishedManifest = {
    name,
    contract: 1,
    routes: [`/${name}`],
    navigation: [{ to: `/${name}`, label: name, icon: 'users', order: 10 }],
    slots: [],
    audience: 'members',
    release,
    version: release,
    entry: 'container.js',
    global: `${name}_${release}`.replaceAll(/\W/g, '_'),
    shared: {},
    files: listed(files),
    ...(maps ? { maps: listed(maps) } : {}),
    preload: {},
    contractRange: '^1.0.0',
    commit: '0123456789abcdef',
    ...fields,
  }
  return { manifest, files: { ...files, ...maps } }
}

function listed(files: Record<string, string>): PublishedManifest['files'] {
  return Object.entries(files).map(([file, text]) => ({
    file,
    integrity: integrityOf(Buffer.from(text)),
    size: Buffer.byteLength(text),
  }))
}

/** Calls the API as a team's pipeline does, with a new token of that remote. */
export async function machineOf(api: TestApi, remote: string, name = 'ci') {
  const { secret, token } = await api.call('admin')(createReleaseToken, { body: { name, remote } })
  /** The same token at another instance. */
  const of = (instance: Pick<TestApi, 'app'>): Call =>
    createCall({
      baseUrl: 'http://portal.test',
      token: async () => secret,
      fetch: async (input, init) => instance.app.request(input, init),
    })
  const call = of(api)
  const upload = (build: PublishedBuild, to = remote) => uploadFiles(call, build, to)
  const register = ({ manifest }: PublishedBuild, to = remote): Promise<ReleaseRecord> =>
    call(publishRelease, { params: { remote: to }, body: manifest })
  const publish = async (build: PublishedBuild) => {
    await upload(build)
    return register(build)
  }
  return { call, of, secret, token, upload, register, publish }
}

/** Uploads the files of a release. */
export async function uploadFiles(
  call: Call,
  { manifest, files }: PublishedBuild,
  remote = manifest.name,
): Promise<void> {
  for (const { file, integrity } of [...manifest.files, ...(manifest.maps ?? [])]) {
    await call(uploadReleaseFile, {
      params: { remote, sha384: sha384Of(integrity) },
      upload: new Uint8Array(Buffer.from(files[file]!)),
    })
  }
}

function filesOf(release: string): Record<string, string> {
  return { 'container.js': `/* ${release} */`, 'styles.css': 'h1{}' }
}
