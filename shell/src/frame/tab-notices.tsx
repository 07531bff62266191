import { BannerPlace } from './banner-place.tsx'
import { useInterface } from './interface-store.ts'

/** What is to be said of this tab. Few tabs have anything, so what draws it comes when it is needed. */
export function TabNotices() {
  const { override: Override, newer: Newer } = useInterface((state) => state.notices)
  return (
    <>
      {Override && (
        <BannerPlace>
          <Override />
        </BannerPlace>
      )}
      {Newer && (
        <BannerPlace>
          <Newer />
        </BannerPlace>
      )}
    </>
  )
}
