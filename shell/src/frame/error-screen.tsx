import { Button, buttonStyle } from '@portal/shared-ui/button'
import { Component, type ReactNode } from 'react'
import styles from './error-screen.module.css'

type ErrorScreenProps = {
  children: ReactNode
  /** Called with the error and the id that the reader sees. */
  report: (error: unknown, errorId: string) => void
  /** Repairs the page if a release has damaged it; returns whether it did. */
  recover?: () => boolean
}

type Caught = { errorId?: string | undefined }

/** A release that damages the page again and again ends here. */
const maxRecoveries = 2

/**
 * The last error boundary, for what no part of the page has caught. React requires a class for
 * that.
 */
export class ErrorScreen extends Component<ErrorScreenProps, Caught> {
  override state: Caught = {}

  static getDerivedStateFromError(): Caught {
    return { errorId: new Date().toISOString() }
  }

  #recoveries = 0

  override componentDidCatch(error: unknown): void {
    const { report, recover } = this.props
    report(error, this.state.errorId ?? '')
    if (this.#recoveries >= maxRecoveries || !recover?.()) return
    this.#recoveries += 1
    this.setState({ errorId: undefined })
  }

  override render(): ReactNode {
    const { errorId } = this.state
    if (errorId === undefined) return this.props.children
    return (
      <main className={styles.screen} role="alert">
        <h1>Something went wrong</h1>
        <p>An unexpected error occurred</p>
        <p className={styles.id}>
          Error ID: <code>{errorId}</code>
        </p>
        <div className={styles.actions}>
          <Button variant="primary" onClick={() => location.reload()}>
            Reload Page
          </Button>
          <a className={buttonStyle()} href="/">
            Return to Home
          </a>
        </div>
      </main>
    )
  }
}
