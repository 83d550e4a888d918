/**
 * Where every company's mix starts: moments and weights of the signals, in the order of `signalNames`, learned on the first 80 % by time
 * of three public question sites (history, android and travel of StackExchange), 1,200 questions each.
 */
export const priorMeans: readonly number[] = [
  0.1692, 0.395, 0.7321, 0.2568, 0.3131, 0.2536, 0.136, 0.0555, 0.0413, 0.0322, 0.1134, 0.3238, 0.7031, 1.3215, 2.033,
  1.9589, -3.6281, 0.3343, 0.0165, -0.0411, 0.5294, 0,
]

export const priorDeviations: readonly number[] = [
  0.4373, 0.5956, 0.7097, 0.2219, 0.5452, 0.4119, 0.2044, 0.1154, 0.0885, 0.1656, 0.3227, 0.5812, 0.8914, 1.1745,
  1.3795, 1.5325, 1.8325, 0.1412, 0.122, 0.3687, 0.293, 0.14,
]

export const priorWeights: readonly number[] = [
  0.0301, -0.0075, 0.1609, 0.0834, 0.0204, 0.0956, 0.1247, -0.0062, 0.0731, 0.0037, -0.0667, -0.0887, 0.187, 0.467,
  0.3905, -0.3797, 0.4363, 0.0912, 0.0194, 0.1527, 0.1492, 0.2367,
]

/** The same without lift. */
export const priorBase: readonly number[] = [
  0.0189, -0.0243, 0.143, 0.172, -0.0014, 0.1075, 0.0846, -0.017, 0.0064, 0.012, -0.004, -0.0064, 0.2439, 0.4362,
  0.2712, -0.4262, 0.5645, 0.0487, 0.0224, 0.1525, 0.2636, 0,
]
