import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { copyText, selectText } from '@portal/shared-ui/copy-text'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { CalendarPlus, Copy, Info } from 'lucide-react'
import { useRef } from 'react'
import styles from './your-calendar.module.css'

/** An address that was just made, with a button for each kind of calendar. */
export function NewAddress({ address }: { address: string }) {
  const { config, toast } = usePortal()
  const shown = useRef<HTMLElement>(null)
  const name = `${config.foundation.name} Board`
  const copy = async () => {
    if (await copyText(address)) return toast('The address is copied.', { kind: 'good' })
    if (shown.current) selectText(shown.current)
    toast('The address is selected. Please copy it.')
  }
  return (
    <>
      <Banner kind="plain" icon={<Info aria-hidden />} role="status">
        This is your address. It is shown only now: add it on each of your devices before you leave
        this page.
      </Banner>
      <ul className={styles.programs}>
        {programs(address, name).map(({ label, href, opensTab }) => (
          <li key={label}>
            <a
              href={href}
              className={buttonStyle('primary')}
              {...(opensTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
            >
              <CalendarPlus aria-hidden /> {label}
              {opensTab && <VisuallyHidden> (opens in a new tab)</VisuallyHidden>}
            </a>
          </li>
        ))}
      </ul>
      <p className={styles.address}>
        <code ref={shown}>{address}</code>
      </p>
      <div className={styles.buttons}>
        <Button icon={<Copy aria-hidden />} onClick={() => void copy()}>
          Copy the address
        </Button>
      </div>
    </>
  )
}

function programs(address: string, name: string) {
  // Devices open it with their calendar.
  const subscribed = address.replace(/^https?:/, 'webcal:')
  const [url, title] = [encodeURIComponent(address), encodeURIComponent(name)]
  const outlook = (host: string) => `https://${host}/calendar/0/addfromweb?url=${url}&name=${title}`
  return [
    { label: 'Apple Calendar', href: subscribed },
    {
      label: 'Google Calendar',
      href: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(subscribed)}`,
      opensTab: true,
    },
    { label: 'Outlook at work', href: outlook('outlook.office.com'), opensTab: true },
    { label: 'Outlook.com', href: outlook('outlook.live.com'), opensTab: true },
  ]
}
