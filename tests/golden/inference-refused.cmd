# A model that generates nothing, a precision that the device lacks, GPUs that do not divide.
$CLUSTERSIM inference bert-large --system karolina --precision fp8
