import { build } from '../shell/remote-kit/src/build/rspack-build.ts'
import { storiesPreset } from '../shell/remote-kit/src/build/stories-preset.ts'

/** Builds the page of shared-ui's component stories into a folder. */
export function buildStories(out: string): Promise<void> {
  return build(storiesPreset({ out }))
}
