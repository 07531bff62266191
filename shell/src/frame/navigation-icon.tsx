import { Circle } from 'lucide-react'
import { navigationIcons } from './navigation-icons.ts'

/** The icon that a remote names in its navigation; a generic one for a name from a newer remote. */
export function NavigationIcon({ name }: { name: string }) {
  const Icon = navigationIcons[name] ?? Circle
  return <Icon aria-hidden="true" />
}
