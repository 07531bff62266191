import { BannerPlace } from './banner-place.tsx'
import { useInterface } from './interface-store.ts'

/** Above everything else: the frame is another one in a member view. */
export function MemberViewNotice() {
  const notices = useInterface((state) => state.notices)
  const { memberView: Notice } = notices
  return Notice && <Notice />
}

/** Notices above the page. Few tabs have any, so their code is loaded on demand. */
export function TabNotices() {
  const notices = useInterface((state) => state.notices)
  const { override: Override, update: Update, reset: Reset, limited: Limited } = notices
  const { password: Password } = notices
  return (
    <>
      {Override && (
        <BannerPlace>
          <Override />
        </BannerPlace>
      )}
      {Limited && (
        <BannerPlace>
          <Limited />
        </BannerPlace>
      )}
      {Reset && (
        <BannerPlace>
          <Reset />
        </BannerPlace>
      )}
      {Password && (
        <BannerPlace>
          <Password />
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
