import type { cardIcons, ResourceMapping } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { isOwnCard } from '@portal/domain/slot-names'
import {
  BookOpen,
  CalendarDays,
  Coins,
  FileText,
  Globe,
  Handshake,
  Heart,
  Landmark,
  Megaphone,
  Scale,
  Shield,
  Users,
} from 'lucide-react'
import type { ReactElement } from 'react'

const icons: Record<(typeof cardIcons)[number], ReactElement> = {
  document: <FileText aria-hidden />,
  book: <BookOpen aria-hidden />,
  scale: <Scale aria-hidden />,
  shield: <Shield aria-hidden />,
  handshake: <Handshake aria-hidden />,
  heart: <Heart aria-hidden />,
  people: <Users aria-hidden />,
  money: <Coins aria-hidden />,
  calendar: <CalendarDays aria-hidden />,
  megaphone: <Megaphone aria-hidden />,
  landmark: <Landmark aria-hidden />,
  globe: <Globe aria-hidden />,
}

/** The icon that an admin has chosen for a card of the foundation's own; a newer API's icons look like a document. */
export function ownCardIcon({ id, icon = 'document' }: ResourceMapping): ReactElement | undefined {
  const slot = slotOf(id)
  if (!slot || !isOwnCard(slot)) return undefined
  return Object.hasOwn(icons, icon) ? icons[icon as keyof typeof icons] : icons.document
}
