import type { MailBlock, MailContent } from '@portal/contract/mail'
import { Card } from '@portal/shared-ui/card'
import sections from '../shared/sections.module.css'
import styles from './notices.module.css'

type NoticeTextProps = {
  label: string
  subject: string
  content: MailContent
  /** How many lines only some of the recipients get. */
  privateLines?: number
}

/** A message as its readers get it. Its links lead nowhere here. */
export function NoticeText({ label, subject, content, privateLines = 0 }: NoticeTextProps) {
  return (
    <Card className={styles.message}>
      <p className={sections.soft}>{label}</p>
      <h3>{subject}</h3>
      {content.blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
      {privateLines > 0 && (
        <p>
          <b>{privateLines === 1 ? '1 private line' : `${privateLines} private lines`}</b>, for
          those who may read them
        </p>
      )}
    </Card>
  )
}

function Block({ block }: { block: MailBlock }) {
  switch (block.type) {
    case 'heading':
      return <h4>{block.text}</h4>
    case 'paragraph':
    case 'passwordButton':
      return <p>{block.text}</p>
    case 'list':
      return (
        <ul className={styles.lines}>
          {block.lines.map(({ text, detail }, index) => (
            <li key={index}>
              {text}
              {detail !== undefined && <span className={sections.soft}>{detail}</span>}
            </li>
          ))}
        </ul>
      )
    case 'button':
      return null
  }
}
