import { prepareSample } from '../../../sample/prepare-sample.ts'
import { questionsDay, questionsSuite } from './search-questions-suite.ts'

questionsSuite((dataFolder) => prepareSample(dataFolder, questionsDay, 'America/Los_Angeles'))
