import type { ListedMeeting } from '@portal/contract/all-meetings'
import { type BodyColor, bodyColors, isNamedAfterBody } from '@portal/domain/bodies'
import { BodyName } from '@portal/shared-ui/body-name'
import type { ReactNode } from 'react'

type BodyBesideTitleProps = { meeting: Pick<ListedMeeting, 'title' | 'body'>; children: ReactNode }

/** A meeting's body and something else, next to its title; without the body if the meeting is named after it. */
export function BodyBesideTitle({ meeting: { title, body }, children }: BodyBesideTitleProps) {
  if (isNamedAfterBody(title, body)) return children
  return (
    <>
      <BodyName body={shownBody(body)} /> · {children}
    </>
  )
}

/** Without a color that this release doesn't know. */
function shownBody({ name, color }: ListedMeeting['body']): {
  name: string
  color?: BodyColor
} {
  return isKnown(color) ? { name, color } : { name }
}

function isKnown(color: string | undefined): color is BodyColor {
  return color !== undefined && Object.hasOwn(bodyColors, color)
}
