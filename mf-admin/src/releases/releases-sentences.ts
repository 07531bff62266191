import { isolated } from '@portal/domain/shown-text'
import type { PromotionStep } from '@portal/contract/pointers'
import { stepWords } from './release-words.ts'

export const releaseSentences = {
  failed: 'Failed to load the releases',
  noTeams:
    'The parts of this portal came with it and are updated with it. Unless a team outside publishes a part of its own, there is nothing to do here.',
  healthFailed: 'Failed to load the health of the releases',
  errorsFailed: 'Failed to load the errors of this release',
  recordsFailed: 'Failed to load the published releases',
  movesFailed: 'Failed to load the history',
  policyFailed: 'Failed to load the rules for releases',
  settingsFailed: 'Failed to load the settings',
  cohortsFailed: 'Failed to load the cohorts',
  tokensFailed: 'Failed to load the release tokens',
  pipelinesFailed: 'Failed to load the trusted pipelines',
  previewsFailed: 'Failed to load the previews',
  previewEnded: (release: string) => `The preview of ${release} is ended.`,
  compositionsFailed: 'Failed to load what this person runs',
  promoted: (release: string, step: PromotionStep) =>
    `${release} is promoted to ${stepWords[step]}.`,
  takenBack: (release: string) => `The candidate ${release} is taken back.`,
  rolledBack: (release: string) => `Rolled back to ${release}.`,
  denied: (release: string) => `${release} is denied.`,
  approved: (release: string) => `${release} is approved.`,
  stopped: (remote: string) => `${remote} is stopped for everyone.`,
  startedAgain: (remote: string) => `${remote} runs again.`,
  policySaved: (remote: string) => `The rules for releases of ${remote} are saved.`,
  settingsSaved: (remote: string) => `The settings of ${remote} are saved.`,
  limitsSaved: (remote: string) => `What ${remote} may use is saved.`,
  cohortsSaved: (remote: string) => `The cohorts of ${remote} are saved.`,
  revoked: (name: string) => `The token ${isolated(name)} is revoked.`,
  pipelineTrusted: (name: string) => `The pipeline ${isolated(name)} is trusted.`,
  pipelineRemoved: (name: string) => `The pipeline ${isolated(name)} is removed.`,
}

/** How long a message stays, in ms. */
export const releaseMessageTime = 5000
