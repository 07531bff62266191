import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'

const types = [Array, Function, Map, Object, Promise, Set, String]
const owners = [JSON, ...types, ...types.map(({ prototype }) => prototype as object)]

it('adds what the browser lacks, and leaves its other built-ins as they are', async () => {
  Reflect.deleteProperty(Promise, 'try')
  const before = owners.map((owner) => Object.getOwnPropertyDescriptors(owner))
  const { library } = await import('./pdfjs-older.ts')
  const changed = owners.flatMap((owner, index) =>
    Object.entries(before[index]!).flatMap(([name, original]) =>
      isDeepStrictEqual(Object.getOwnPropertyDescriptor(owner, name), original) ? [] : [name],
    ),
  )
  expect(changed).toEqual([])
  expect(library.getDocument).toBeTypeOf('function')
  expect(Promise).toHaveProperty('try')
})
