import type { MenuIcon } from '@portal/domain/menu'
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

/** The pictures of the menu's icons. The build adds them to the page as well. */
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
} satisfies Record<MenuIcon, LucideIcon>
