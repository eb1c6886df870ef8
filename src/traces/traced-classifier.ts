/** A span for each question to the classifier, below that of the request it belongs to. */
import type { Classifier, Consulted } from '../classifier/classifier.ts'
import { classifierCode } from '../metrics/classifier-code.ts'
import type { Attributes, Tracing } from './tracing.ts'

/** The same classifier. Nothing of a question or of a model's words stands in a span. */
export const tracedClassifier = (classifier: Classifier, tracing: Tracing): Classifier => ({
  consult(question, options) {
    const span = tracing.current()?.child('classifier')
    const consultation = classifier.consult(question, options)
    if (span === undefined) return consultation
    const { speculative } = options
    let isDiscarded = false
    consultation.answer.then((consulted) =>
      span.end({
        'portcullis.classifier.speculative': speculative,
        ...(isDiscarded ? { 'portcullis.classifier.discarded': true } : answerAttributes(consulted))
      })
    )
    return {
      answer: consultation.answer,
      use: () => consultation.use(),
      discard() {
        isDiscarded = true
        consultation.discard()
      }
    }
  },
  close: () => classifier.close()
})

function answerAttributes({ judgement, cached }: Consulted): Attributes {
  const [result, code] =
    'none' in judgement
      ? ['none', judgement.none]
      : [judgement.verdict.block ? 'block' : 'allow', judgement.verdict.category]
  return {
    'portcullis.classifier.result': result,
    'portcullis.classifier.code': classifierCode(code),
    'portcullis.classifier.cached': cached
  }
}
