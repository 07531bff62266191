import {
  BookOpen,
  CalendarDays,
  Circle,
  FileText,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  Shield,
  Users,
} from 'lucide-react'

const icons: Record<string, LucideIcon> = {
  'book-open': BookOpen,
  'calendar-days': CalendarDays,
  'file-text': FileText,
  landmark: Landmark,
  'layout-dashboard': LayoutDashboard,
  megaphone: Megaphone,
  shield: Shield,
  users: Users,
}

/** The drawing that a remote names in its navigation; a plain mark for a name from a newer remote. */
export function NavigationIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? Circle
  return <Icon aria-hidden="true" />
}
