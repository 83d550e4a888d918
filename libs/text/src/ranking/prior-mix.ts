/**
 * Where every company's mix starts: moments and weights of the signals, in the order of `signalNames`, learned on the first 80 % by time
 * of three public question sites (history, android and travel of StackExchange), 1,200 questions each.
 */
export const priorMeans: readonly number[] = [
  0.1639, 0.3745, 0.6737, 0.2363, 0.2838, 0.2227, 0.1176, 0.0466, 0.0331, 0.0322, 0.1134, 0.3235, 0.7026, 1.3204, 2.031,
  1.9579, -3.6303, 0.3345, 0.0164, -0.0411, 0.5293, 0,
]

export const priorDeviations: readonly number[] = [
  0.4269, 0.5742, 0.6795, 0.2165, 0.5104, 0.3784, 0.1917, 0.1075, 0.079, 0.1655, 0.3226, 0.581, 0.8912, 1.1746, 1.3802,
  1.5325, 1.8341, 0.1414, 0.1216, 0.3686, 0.2932, 0.1417,
]

export const priorWeights: readonly number[] = [
  0.0243, 0.0372, 0.1773, 0.0208, 0.0091, 0.076, 0.1241, 0.0057, 0.0493, 0.0135, -0.0546, -0.0953, 0.2208, 0.4742,
  0.3652, -0.4021, 0.4798, 0.0586, 0.0336, 0.1501, 0.2262, 0.2274,
]

/** The same without lift. */
export const priorBase: readonly number[] = [
  0.0097, 0.0231, 0.1392, 0.1284, -0.0116, 0.0894, 0.0996, 0.0057, 0.0093, 0.0285, -0.0078, -0.0192, 0.2697, 0.4391,
  0.247, -0.4415, 0.5926, 0.0306, 0.0212, 0.1547, 0.3337, 0,
]
