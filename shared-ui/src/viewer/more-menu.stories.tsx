import { Download, Printer, RotateCw } from 'lucide-react'
import { MoreMenu } from './viewer-toolbar.tsx'

const press = () => undefined

export function Tools() {
  return (
    <MoreMenu
      tools={[
        { label: 'Rotate', icon: <RotateCw />, onPress: press },
        { label: 'Print', icon: <Printer />, onPress: press, disabled: true },
        { label: 'Download', icon: <Download />, onPress: press },
      ]}
    />
  )
}
