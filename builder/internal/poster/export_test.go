package poster

// PatternImage draws a pattern with another stride.
var PatternImage = patternImage

// Stride is that of posters.
const Stride = stride
