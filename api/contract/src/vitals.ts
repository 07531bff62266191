import { vitalMetrics } from '@portal/domain/vitals'
import * as z from 'zod/mini'

/** @deprecated Import them from `@portal/domain/vitals`. */
export {
  lastBucket,
  vitalBucketOf,
  type VitalMetric,
  vitalsInWords,
  vitalText,
  vitalValueAt,
} from '@portal/domain/vitals'

export const vitalMetric = z.enum(vitalMetrics)
