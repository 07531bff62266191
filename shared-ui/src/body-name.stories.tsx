import { type BodyColor, bodyColors } from '@portal/domain/bodies'
import { BodyName } from './body-name.tsx'

export function Colors() {
  return (
    <ul>
      {Object.entries(bodyColors).map(([color, name]) => (
        <li key={color}>
          <BodyName body={{ name: `${name} Committee`, color: color as BodyColor }} />
        </li>
      ))}
    </ul>
  )
}

export function WithoutColor() {
  return <BodyName body={{ name: 'Board' }} />
}

export function LongText() {
  const name = 'Committee on Investments, Endowment Spending and Socially Responsible Lending'
  return <BodyName body={{ name, color: 'teal' }} />
}
