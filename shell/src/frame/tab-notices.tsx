import { BannerPlace } from './banner-place.tsx'
import { useInterface } from './interface-store.ts'

/** Notices about this tab. Few tabs have any, so their code is loaded on demand. */
export function TabNotices() {
  const { override: Override, update: Update } = useInterface((state) => state.notices)
  return (
    <>
      {Override && (
        <BannerPlace>
          <Override />
        </BannerPlace>
      )}
      {Update && (
        <BannerPlace>
          <Update />
        </BannerPlace>
      )}
    </>
  )
}
