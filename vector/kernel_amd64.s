#include "textflag.h"

// The contract of each function is beside its portable twin in kernel.go.
// They multiply and add separately so that they round as the twins do.

// func dotAVX2(a, b *float32, n int, sums *[lanes]float32)
TEXT ·dotAVX2(SB), NOSPLIT, $0-32
	MOVQ a+0(FP), SI
	MOVQ b+8(FP), DI
	MOVQ n+16(FP), CX
	MOVQ sums+24(FP), DX
	SHLQ $2, CX
	VMOVUPS (DX), Y0
	VMOVUPS 32(DX), Y1
	XORQ BX, BX

loop:
	VMOVUPS (SI)(BX*1), Y2
	VMOVUPS 32(SI)(BX*1), Y3
	VMULPS (DI)(BX*1), Y2, Y2
	VMULPS 32(DI)(BX*1), Y3, Y3
	VADDPS Y2, Y0, Y0
	VADDPS Y3, Y1, Y1
	ADDQ $64, BX
	CMPQ BX, CX
	JLT loop
	VMOVUPS Y0, (DX)
	VMOVUPS Y1, 32(DX)
	VZEROUPPER
	RET

// func dot4AVX2(q, row *float32, apart, n int, out *[4]float32)
//
// Y0 to Y3 hold lanes 0 to 7 of each row, Y4 to Y7 lanes 8 to 15.
TEXT ·dot4AVX2(SB), NOSPLIT, $0-40
	MOVQ q+0(FP), SI
	MOVQ row+8(FP), R8
	MOVQ apart+16(FP), AX
	MOVQ n+24(FP), CX
	MOVQ out+32(FP), DX
	LEAQ (R8)(AX*4), R9
	LEAQ (R9)(AX*4), R10
	LEAQ (R10)(AX*4), R11
	SHLQ $2, CX
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	VXORPS Y4, Y4, Y4
	VXORPS Y5, Y5, Y5
	VXORPS Y6, Y6, Y6
	VXORPS Y7, Y7, Y7
	XORQ BX, BX

loop:
	VMOVUPS (SI)(BX*1), Y8
	VMOVUPS 32(SI)(BX*1), Y9
	VMULPS (R8)(BX*1), Y8, Y10
	VMULPS (R9)(BX*1), Y8, Y11
	VMULPS (R10)(BX*1), Y8, Y12
	VMULPS (R11)(BX*1), Y8, Y13
	VADDPS Y10, Y0, Y0
	VADDPS Y11, Y1, Y1
	VADDPS Y12, Y2, Y2
	VADDPS Y13, Y3, Y3
	VMULPS 32(R8)(BX*1), Y9, Y10
	VMULPS 32(R9)(BX*1), Y9, Y11
	VMULPS 32(R10)(BX*1), Y9, Y12
	VMULPS 32(R11)(BX*1), Y9, Y13
	VADDPS Y10, Y4, Y4
	VADDPS Y11, Y5, Y5
	VADDPS Y12, Y6, Y6
	VADDPS Y13, Y7, Y7
	ADDQ $64, BX
	CMPQ BX, CX
	JLT loop

	// The lanes of each row are summed as add does.
	VADDPS Y4, Y0, Y0
	VADDPS Y5, Y1, Y1
	VADDPS Y6, Y2, Y2
	VADDPS Y7, Y3, Y3
	VHADDPS Y1, Y0, Y0
	VHADDPS Y3, Y2, Y2
	VHADDPS Y2, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPS X1, X0, X0
	VMOVUPS X0, (DX)
	VZEROUPPER
	RET
