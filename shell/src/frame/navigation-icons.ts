import {
  BookOpen,
  CalendarDays,
  FileText,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  NotebookPen,
  Shield,
  Users,
} from 'lucide-react'

/** The icons that remotes may name in their navigation. The build adds them to the page as well. */
export const navigationIcons: Record<string, LucideIcon> = {
  'book-open': BookOpen,
  'calendar-days': CalendarDays,
  'file-text': FileText,
  landmark: Landmark,
  'layout-dashboard': LayoutDashboard,
  megaphone: Megaphone,
  'notebook-pen': NotebookPen,
  shield: Shield,
  users: Users,
}
